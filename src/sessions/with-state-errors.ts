import { UserError } from "../lib/user-error.ts";

/** What the system's errors mean where a session is kept. */
const MEANINGS: Readonly<Record<string, string>> = {
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a part of the path is a file",
};

/** Does something with the folder of sessions; the system's refusal becomes a `UserError` that says where else sessions can be kept. */
export function withStateErrors<T>(folder: string, doing: () => T): T {
  try {
    return doing();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new UserError({
      code: "no-state-folder",
      message: `Whippet can't keep its session in ${folder}: ${MEANINGS[code] ?? message}.`,
      hint: "Keep sessions in another folder: export XDG_STATE_HOME=/tmp/whippet-state",
    });
  }
}
