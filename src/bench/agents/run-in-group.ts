import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createShell, type ShellResult } from "../../workspace/shell.ts";
import type { AgentTask } from "./agent.ts";

/** Set for every process of an agent, so that those it hid in sessions of their own are found. */
const MARK = "WHIPPET_BENCH_RUN";

/** Runs an agent's command line in its workspace, in a process group of its own, for at most the task's time; then ends everything it left behind. */
export async function runInGroup(
  command: string,
  { workspace, scratch, timeLimitSeconds, signal }: AgentTask,
  variables: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const mark = randomUUID();
  const shell = createShell({ root: workspace, outDir: scratch, variables: { ...variables, [MARK]: mark } });
  try {
    return await shell.run(command, { timeoutMs: timeLimitSeconds * 1000, signal });
  } finally {
    await shell.close();
    endStrays(mark);
  }
}

/** Kills what carries the mark, where the system shows variables of processes (Linux). */
function endStrays(mark: string): void {
  for (const pid of processes()) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${MARK}=${mark}`)) process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has ended, or is another user's.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
}

function processes(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
