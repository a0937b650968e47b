import { UserError } from "../../lib/user-error.ts";

/** Thrown for a task or a run that can't be measured; the message is one sentence without the task's name. */
export class InvalidTask extends Error {}

/**
 * What went wrong around one task as an `InvalidTask`: also what the system refused (a file that can't be read). Throws what
 * concerns more than this task: a `UserError` for a full disk, and bugs as they are.
 */
export function asInvalidTask(error: unknown): InvalidTask {
  if (error instanceof InvalidTask) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "" || error instanceof UserError) throw error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    throw new UserError({
      code: "disk-full",
      message: "The disk of the folder for temporary files is full.",
      hint: "Free some space, or set TMPDIR to a folder elsewhere; the same command goes on where it stopped.",
    });
  }
  return new InvalidTask(`The system refused: ${message}.`);
}
