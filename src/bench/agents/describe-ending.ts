import type { ShellResult } from "../../workspace/shell.ts";

/** What happened to a command that did not end by itself, as the rest of a sentence about it; undefined where it did. */
export function describeEnding({ stopped, signal }: Pick<ShellResult, "stopped" | "signal">): string | undefined {
  if (stopped === "flood") return "wrote more than 64 MB.";
  if (stopped === "timeout") return "did not end in time.";
  return signal ? `ended by ${signal}.` : undefined;
}
