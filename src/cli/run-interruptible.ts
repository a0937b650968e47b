import { UserError } from "../lib/user-error.ts";
import { handleSignals, type Signals } from "./handle-signals.ts";
import { createProgressWriter, type ProgressWriter } from "./progress-writer.ts";

const STOPPED = "Stopped; no file was changed, and what was fetched is kept.";

/**
 * Runs a command that Ctrl-C may end at any time and sets the exit code that it returns. Where the command gives up
 * because of a signal, that is told with the next command, and `onStopped` hears it.
 */
export async function runInterruptible(
  command: (screen: ProgressWriter, signals: Signals) => Promise<number>,
  onStopped: (why: string, exitCode: number) => void = () => undefined,
): Promise<void> {
  const screen = createProgressWriter(process.stderr);
  const signals = handleSignals();
  try {
    const code = await command(screen, signals);
    // Output that could not be written has set its own already.
    if (!process.exitCode) process.exitCode = code;
  } catch (error) {
    screen.end();
    const code = signals.exitCode();
    if (code === undefined || !comesFromOutside(error)) throw error;
    screen.line(STOPPED);
    screen.line("  Start again with the same command.");
    onStopped(STOPPED, code);
    process.exitCode = code;
  } finally {
    screen.end();
    signals.dispose();
  }
}

/** True for what an abort leaves behind: its own reason, errors of the system and of connections, `UserError`s; false for a bug. */
function comesFromOutside(error: unknown): boolean {
  return error instanceof Error && (error instanceof UserError || "code" in error || comesFromOutside(error.cause));
}
