import { isSameCommand } from "../lib/is-same-command.ts";
import { readOnlyCommand } from "../lib/read-only-command.ts";
import type { Feature } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** Marks the result of a command that may have changed files, so that test results from before it no longer count. */
export function createCommandEffects(project: Project): Feature {
  return {
    name: "command-effects",
    async refine(_context, { command }, result) {
      if (command === undefined || !result.ok || readOnlyCommand(command)) return undefined;
      if (isSameCommand(command, await project.testCommand())) return undefined;
      return { ...result, effects: { ...result.effects, mayHaveChanged: true } };
    },
  };
}
