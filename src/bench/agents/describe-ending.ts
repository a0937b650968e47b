import type { ShellResult } from "../../workspace/shell.ts";

/** One sentence about a command that something else than itself ended; undefined where it ended by itself, with an exit code. */
export function describeEnding({ stopped, signal }: Pick<ShellResult, "stopped" | "signal">): string | undefined {
  if (stopped === "flood") return "It was stopped for writing more than 64 MB.";
  if (stopped === "timeout") return "It did not end in time.";
  return signal ? `It was ended by ${signal}.` : undefined;
}
