import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What `npm test` said. `passed` holds only when the exit code is 0 too. */
export type TestRun = {
  readonly exitCode: number | null;
  readonly total: number;
  readonly passed: number;
  readonly timedOut: boolean;
};

/** Runs `npm test` of a folder whose test script is `node --test`; kills the whole process group after `timeoutMs` or on `interrupt`. */
export async function runTests(folder: string, interrupt: AbortSignal, timeoutMs = 30_000): Promise<TestRun> {
  const child = spawn("npm", ["test", "--silent", "--", "--test-reporter=tap"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const failedToStart = new Promise<never>((_, reject) => child.on("error", reject));
  let timedOut = false;
  const killGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      // ESRCH: it has ended by itself.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup();
  }, timeoutMs);
  interrupt.addEventListener("abort", killGroup);
  if (interrupt.aborted) killGroup();

  const counts = new Map<string, number>();
  // What a test prints comes as a comment too, but the counts come last.
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [, name, value] = /^# (tests|pass) (\d+)$/.exec(line) ?? [];
    if (name !== undefined) counts.set(name, Number(value));
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const exitCode = await Promise.race([closed, failedToStart]);
  clearTimeout(timer);
  interrupt.removeEventListener("abort", killGroup);
  return { exitCode, total: counts.get("tests") ?? 0, passed: counts.get("pass") ?? 0, timedOut };
}
