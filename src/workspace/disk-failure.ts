import { type Failure, failure, nextCall } from "../lib/failure.ts";

/** What each error of the operating system means for a path, for the model and the person. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  EEXIST: "can't exist: a part of its path is a file",
  ENOTDIR: "can't exist: a part of its path is a file",
  EACCES: "may not be accessed: permission denied",
  EPERM: "may not be accessed: permission denied",
  EROFS: "can't be written: the file system is read-only",
  ENAMETOOLONG: "has a name that is too long",
  ELOOP: "is a symbolic link that leads back to itself",
};

/** An error of the operating system as an answer for the model; anything else is a bug and thrown again. */
export function diskFailure(error: unknown, path: string): Failure {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return failure(
      `The disk is full: ${path} was not changed.`,
      "Stop and tell the user that the disk is full.",
      "tool",
    );
  }
  const meaning = MEANINGS[code];
  if (code === "EISDIR") return failure(`${path} is a folder.`, nextCall("list", { path }));
  return failure(`${path} ${meaning ?? `failed: ${(error as Error).message}`}.`, "", meaning ? "model" : "tool");
}

/** The operating system's error code ("ENOENT"), or undefined when it is no such error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error
    ? error.code
    : undefined;
}
