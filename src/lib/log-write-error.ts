/** Thrown when an entry could not be stored: the loop then ends the run without doing anything further. */
export class LogWriteError extends Error {
  constructor(cause: unknown) {
    super(`The session log could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "LogWriteError";
  }
}
