import { resolve } from "node:path";
import { undoRun } from "../app/undo-run.ts";
import type { Environment } from "../config/load.ts";
import type { CliOptions } from "./cli-options.ts";
import { plainLine } from "./plain-line.ts";

/** `whippet undo`: puts back the files of the last run in this folder, and says which were left alone. */
export async function undo(options: CliOptions, environment: Environment): Promise<void> {
  const cwd = resolve(options.cwd ?? ".");
  const { restored, leftAlone, damaged } = await undoRun({ cwd, stateDir: environment.stateDir });
  const line = (text: string): void => void process.stdout.write(`${plainLine(text)}\n`);
  for (const sentence of damaged) process.stderr.write(`warning: ${plainLine(sentence)}\n`);
  for (const { path, after } of restored) line(`${after === null ? "removed " : "put back"} ${path}`);
  for (const path of leftAlone) line(`left     ${path}: it was changed after the run`);
  if (restored.length + leftAlone.length === 0) line("nothing to put back: all files are as they were before the run");
  if (leftAlone.length > 0) process.exitCode = 1;
}
