import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Deletes a folder whatever was left in it: what may not be changed, what is nested deeper than a path may be long. False where it can't; never throws for what the system refuses. */
export async function removeTree(folder: string): Promise<boolean> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return await removeByForce(folder);
  }
}

/** The system's own programs go down folder by folder, so that no path gets too long for them. */
async function removeByForce(folder: string): Promise<boolean> {
  try {
    await run("sh", ["-c", 'chmod -R u+rwX "$1" 2>/dev/null; exec rm -rf "$1"', "sh", folder]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
