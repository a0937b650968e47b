import { parseArgsStringToArgv } from "string-argv";
import { lastLine } from "../../lib/last-line.ts";
import { shellQuote } from "../../lib/shell-quote.ts";
import { UserError } from "../../lib/user-error.ts";
import type { AgentTask, BenchAgent } from "./agent.ts";
import { runInGroup } from "./run-in-group.ts";
import { stopFromOutside } from "./stop-from-outside.ts";

/** What a command line may name in braces. */
const FILLERS: Readonly<Record<string, (task: AgentTask) => string>> = {
  prompt: ({ prompt }) => prompt,
  workspace: ({ workspace }) => workspace,
  baseUrl: ({ origin }) => `${origin}/v1`,
  seed: ({ seed }) => `${seed}`,
};

/**
 * Any agent by its command line: words as in a shell, quotes included, but run without one; `{prompt}`, `{workspace}`,
 * `{baseUrl}` (with `/v1`) and `{seed}` are filled in. Its working folder is the workspace. Throws `UserError` for a line that can't work.
 */
export function createCommandAgent(line: string, variables: Readonly<Record<string, string>>): BenchAgent {
  const words = parseArgsStringToArgv(line);
  if (words.length === 0) throw wrong("--agent is empty.");
  if (!words.some((word) => word.includes("{prompt}"))) throw wrong("--agent does not say where the prompt goes.");
  return {
    name: line,
    program: () => null,
    async run(task) {
      // One pass: a prompt may hold braces of its own.
      const filled = words.map((word) =>
        word.replace(/\{(\w+)\}/g, (whole, name: string) => FILLERS[name]?.(task) ?? whole),
      );
      const ended = await runInGroup(`exec ${filled.map(shellQuote).join(" ")}`, {
        ...{ root: task.workspace, outDir: task.scratch, variables, signal: task.signal },
        timeoutMs: task.timeLimitSeconds * 1000,
      });
      const said = lastLine(ended.output);
      return {
        stop: stopFromOutside(ended, task) ?? { kind: "exited", why: said, exitCode: ended.exitCode },
        seconds: ended.durationMs / 1000,
        lastWords: said,
      };
    },
  };
}

function wrong(message: string): UserError {
  return new UserError({
    code: "wrong-agent",
    message,
    hint: 'For example: --agent "pi -p --no-session --model NAME {prompt}"; {workspace}, {baseUrl} and {seed} are filled in too.',
    exitCode: 2,
  });
}
