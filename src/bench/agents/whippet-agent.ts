import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../config/load.ts";
import { lastLine } from "../../lib/last-line.ts";
import { shellQuote } from "../../lib/shell-quote.ts";
import type { ShellResult } from "../../workspace/shell.ts";
import type { Stop } from "../bench-record.ts";
import type { AgentTask, BenchAgent } from "./agent.ts";
import { readEvents } from "./read-events.ts";
import { runInGroup } from "./run-in-group.ts";
import { stopFromOutside } from "./stop-from-outside.ts";

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
      const { workspace, scratch, prompt, seed, origin, signal } = task;
      const events = join(scratch, "events.jsonl");
      const words = [process.execPath, program, "-p", prompt, "--json", "--cwd", workspace, "--seed", `${seed}`];
      // Said even where nothing else was found: a server that starts meanwhile would be used without being counted.
      if (origin !== undefined) words.push("--base-url", origin);
      else if (!options.includes("--embedded")) words.push("--embedded");
      const command = `exec ${[...words, ...options].map(shellQuote).join(" ")} > ${shellQuote(events)}`;
      const variables = {
        ...environment.variables,
        // Its sessions are the bench's, not the person's.
        XDG_STATE_HOME: scratch,
        ...(environment.apiKey === undefined ? {} : { WHIPPET_API_KEY: environment.apiKey }),
      };
      const timeoutMs = task.timeLimitSeconds * 1000;
      const ended = await runInGroup(command, { root: workspace, outDir: scratch, variables, timeoutMs, signal });
      const { outcome, ...told } = readEvents(readIfThere(events));
      return {
        ...told,
        stop: stopOf(ended, outcome, task),
        seconds: ended.durationMs / 1000,
        lastWords: lastLine(ended.output),
      };
    },
  };
}

/** Nothing where it did not even start, or what it ran deleted the file. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return "";
  }
}

function stopOf(ended: ShellResult, outcome: Pick<Stop, "kind" | "why"> | undefined, task: AgentTask): Stop {
  const { exitCode } = ended;
  const fromOutside = stopFromOutside(ended, task);
  if (fromOutside && (fromOutside.kind === "time-limit" || !outcome)) return fromOutside;
  return outcome ? { ...outcome, exitCode } : { kind: "crashed", why: "It ended without an outcome.", exitCode };
}
