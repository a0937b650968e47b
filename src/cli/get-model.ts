import { fetchModel } from "../app/models.ts";
import type { Environment } from "../config/load.ts";
import { runInterruptible } from "./run-interruptible.ts";

/** `whippet models get NAME`: the file's path on stdout, progress on stderr. */
export async function getModel(name: string, environment: Environment): Promise<void> {
  await runInterruptible(async ({ line: announce, moving: onProgress, end }, { signal }) => {
    const path = await fetchModel(name, { environment, announce, onProgress, signal });
    end();
    process.stdout.write(`${path}\n`);
    return 0;
  });
}
