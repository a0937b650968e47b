import { fetchModel } from "../app/models.ts";
import type { Environment } from "../config/load.ts";
import { handleSignals } from "./handle-signals.ts";
import { createProgressWriter } from "./progress-writer.ts";

/** `whippet models get NAME`: the file's path on stdout, progress on stderr. */
export async function getModel(name: string, environment: Environment): Promise<void> {
  const screen = createProgressWriter(process.stderr);
  const signals = handleSignals();
  try {
    const { line: announce, moving: onProgress } = screen;
    const path = await fetchModel(name, { environment, announce, onProgress, signal: signals.signal });
    screen.end();
    process.stdout.write(`${path}\n`);
  } catch (error) {
    screen.end();
    const code = signals.exitCode();
    if (code === undefined) throw error;
    process.stderr.write("Stopped; what was fetched is kept. Go on with the same command.\n");
    process.exitCode = code;
  } finally {
    signals.dispose();
  }
}
