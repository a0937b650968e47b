import { spawn } from "node:child_process";

/** How a program ended. `exitCode` is null where it could not be started (`missing`) or was killed; `errors` are its last lines on stderr. */
export type ProgramEnd = { readonly exitCode: number | null; readonly missing: boolean; readonly errors: string };

/** Runs a program without a shell or a terminal, in a group of its own that ends with the signal or with this process. Rejects only with the signal's reason. */
export async function runProgram(
  command: string,
  programArguments: readonly string[],
  options: {
    readonly cwd: string;
    readonly variables: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ProgramEnd> {
  const { cwd, variables, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(command, programArguments, {
    cwd,
    env: variables,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const killGroup = (): void => {
    // The whole group: pip and npm may stand behind a shell script that would leave them running.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killQuietly(-child.pid);
  };
  process.once("exit", killGroup);
  signal?.addEventListener("abort", killGroup, { once: true });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  try {
    const end = await new Promise<ProgramEnd>((resolve) => {
      child.once("error", (error) => resolve({ exitCode: null, missing: true, errors: error.message }));
      child.once("close", (exitCode) => resolve({ exitCode, missing: false, errors: errors.trim() }));
    });
    signal?.throwIfAborted();
    return end;
  } finally {
    process.removeListener("exit", killGroup);
    signal?.removeEventListener("abort", killGroup);
  }
}

function killQuietly(group: number): void {
  try {
    process.kill(group, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
