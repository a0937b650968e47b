import { resolve } from "node:path";
import { undoRun } from "../app/undo-run.ts";
import type { Environment } from "../config/load.ts";
import type { CliOptions } from "./cli-options.ts";

/** `whippet undo`: puts back the files of the last run in this folder, and says which were left alone. */
export async function undo(options: CliOptions, environment: Environment): Promise<void> {
  const { restored, leftAlone } = await undoRun({ cwd: resolve(options.cwd ?? "."), stateDir: environment.stateDir });
  for (const { path, after } of restored) process.stdout.write(`${after === null ? "removed " : "put back"} ${path}\n`);
  for (const path of leftAlone) process.stdout.write(`left     ${path}: it was changed after the run\n`);
  if (leftAlone.length > 0) process.exitCode = 1;
}
