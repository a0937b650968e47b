import { mkdir, statfs } from "node:fs/promises";
import { UserError } from "../../lib/user-error.ts";
import { formatBytes } from "./format-bytes.ts";

/** Makes the folder and throws `disk-full` where fewer than `bytes` are free there; `what` is the subject of the sentence. */
export async function requireSpace(folder: string, bytes: number, what: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new UserError({
    code: "disk-full",
    message: `${what} needs ${formatBytes(bytes)} of free disk in ${folder}; ${formatBytes(bavail * bsize)} are free.`,
    hint: `df -h ${folder}`,
  });
}

const diskCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "ENOTDIR"]);

/** A failed write into the cache as a `UserError`; anything else as it came. */
export function explainDiskError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || !diskCodes.has(code) || syscall === "connect" || syscall === "spawn") return error;
  const full = code === "ENOSPC" || code === "EDQUOT";
  return new UserError({
    code: full ? "disk-full" : "cache-unwritable",
    message: `The cache folder can't be written: ${error.message}.`,
    hint: full ? `df -h ${folder}` : `ls -ld ${folder}`,
  });
}
