import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../../lib/user-error.ts";
import { takeLock } from "../../locks/take-lock.ts";

/**
 * Takes a file of outcomes for one bench, by a file beside it; a second one gets a `UserError` with the first one's process id. The
 * returned function gives it back. A `UserError` too where no file can be made there.
 */
export function lockOutcomes(file: string): () => void {
  // By its real path: two names of one file are one file.
  const lock = orUserError(file, () => {
    // Not left to the lock, which would make folders that nobody asked for.
    realpathSync(dirname(file));
    return takeLock(`${existsSync(file) ? realpathSync(file) : file}.lock`);
  });
  if ("release" in lock) return () => lock.release();
  throw new UserError({
    code: "outcomes-busy",
    message: `Another bench (process ${lock.heldBy}) is writing to ${file}.`,
    hint: `Wait until it ends, or name another file: --out FILE.jsonl`,
  });
}

function orUserError<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UserError({
      code: "outcome-file",
      message: `The file of outcomes can't be used: ${(error as Error).message}.`,
      hint: `Check the folder of ${file}, or name another file: --out FILE.jsonl`,
    });
  }
}
