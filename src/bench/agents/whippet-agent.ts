import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../config/load.ts";
import { lastLine } from "../../lib/last-line.ts";
import { shellQuote } from "../../lib/shell-quote.ts";
import type { ShellResult } from "../../workspace/shell.ts";
import type { Stop } from "../bench-record.ts";
import type { BenchAgent } from "./agent.ts";
import { readEvents } from "./read-events.ts";
import { runInGroup } from "./run-in-group.ts";

/** Whippet itself as a child process: `program` is its built file, `options` go to it as they are. */
export function createWhippetAgent({
  program,
  version,
  options,
  environment,
}: {
  readonly program: string;
  readonly version: string;
  readonly options: readonly string[];
  readonly environment: Environment;
}): BenchAgent {
  return {
    name: "whippet",
    // Names of its other parts hold their hashes, so that this one stands for all.
    program: () => `${version} ${createHash("sha256").update(readFileSync(program)).digest("hex").slice(0, 12)}`,
    async run(task) {
      const { workspace, scratch, prompt, seed, origin } = task;
      const events = join(scratch, "events.jsonl");
      const words = [process.execPath, program, "-p", prompt, "--json", "--cwd", workspace, "--seed", `${seed}`];
      if (origin !== undefined) words.push("--base-url", origin);
      const command = `exec ${[...words, ...options].map(shellQuote).join(" ")} > ${shellQuote(events)}`;
      const ended = await runInGroup(command, task, {
        ...environment.variables,
        // Its sessions are the bench's, not the person's.
        XDG_STATE_HOME: scratch,
        ...(environment.apiKey === undefined ? {} : { WHIPPET_API_KEY: environment.apiKey }),
      });
      const { outcome, ...told } = readEvents(readFileSync(events, "utf8"));
      return {
        ...told,
        stop: stopOf(ended, outcome, task.timeLimitSeconds),
        seconds: ended.durationMs / 1000,
        lastWords: lastLine(ended.output),
      };
    },
  };
}

function stopOf(
  { stopped, exitCode, signal }: ShellResult,
  outcome: Pick<Stop, "kind" | "why"> | undefined,
  timeLimitSeconds: number,
): Stop {
  if (stopped === "timeout") return { kind: "time-limit", why: `The time limit of ${timeLimitSeconds} s.`, exitCode };
  if (outcome) return { ...outcome, exitCode };
  return { kind: "crashed", why: signal ? `Ended by ${signal}.` : "It ended without an outcome.", exitCode };
}
