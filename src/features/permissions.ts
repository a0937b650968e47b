import { isSameCommand } from "../lib/is-same-command.ts";
import { plainWords, readOnlyCommand } from "../lib/read-only-command.ts";
import type { Feature, Refusal } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** L1: without a person to ask, only harmless commands, the project's own tests and what `--allow` names may run. */
export function createPermissions(
  project: Project,
  options: { readonly yolo: boolean; readonly allow: readonly (readonly string[])[] },
): Feature {
  return {
    name: "permissions",
    async gate(context, action) {
      if (action.command === undefined || options.yolo) return undefined;
      if (await isAllowed(action.command, project, options.allow)) return undefined;
      return (await context.confirm(`Run: ${action.command}`)) ? undefined : refusal(action.command, project);
    },
  };
}

async function isAllowed(command: string, project: Project, allow: readonly (readonly string[])[]): Promise<boolean> {
  if (isSameCommand(command, await project.testCommand())) return true;
  const words = plainWords(command);
  if (!words) return false;
  if (allow.some((entry) => entry.length > 0 && entry.every((word, index) => words[index] === word))) return true;
  const reads = readOnlyCommand(command);
  return reads !== undefined && (reads.path === undefined || (await project.isInside(reads.path)));
}

async function refusal(command: string, project: Project): Promise<Refusal> {
  const test = await project.testCommand();
  const first = command.trim().split(/\s+/).slice(0, 2).join(" ");
  return {
    error: `The command "${command.slice(0, 80)}" is not allowed here.`,
    hint: `Use the other tools${test ? `, or: bash {"command": "${test.command}"}` : ""}. (The person can allow plain commands that begin so with --allow "${first}"; quotes and shell signs are never covered.)`,
  };
}
