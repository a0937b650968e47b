import { randomUUID } from "node:crypto";
import { createShell, type ShellResult } from "../../workspace/shell.ts";
import { watchProcesses } from "./watch-processes.ts";

/** `root`: the working folder. `outDir`: an empty folder for what the command prints. */
export type GroupOptions = {
  readonly root: string;
  readonly outDir: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** Set for every process of a run, so that those it hid in sessions of their own are found. */
const MARK = "WHIPPET_BENCH_RUN";

/** Runs a command line in a process group of its own for at most its time, then ends everything it left behind. */
export async function runInGroup(
  command: string,
  { root, outDir, variables, timeoutMs, signal }: GroupOptions,
): Promise<ShellResult> {
  const mark = randomUUID();
  const shell = createShell({ root, outDir, variables: { ...variables, [MARK]: mark } });
  const watch = watchProcesses(`${MARK}=${mark}`, [root, outDir]);
  try {
    return await shell.run(command, { timeoutMs, signal });
  } finally {
    await shell.close();
    await watch.end();
  }
}
