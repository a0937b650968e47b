import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { errorCode } from "./disk-failure.ts";

/** A regular file's bytes and what must survive a rewrite; or why there are none: `absent`, a `folder`, `other` (pipe, device), or `too-large`. */
export type FileBytes =
  | {
      readonly kind: "file";
      readonly bytes: Buffer;
      readonly mode: number;
      readonly owner: { readonly uid: number; readonly gid: number };
    }
  | { readonly kind: "absent" | "folder" | "other" }
  | { readonly kind: "too-large"; readonly size: number };

/** The largest file that tools read whole, in bytes: 20 MB of text are beyond any window, and hashing them takes 50 ms. */
export const MAX_FILE_BYTES = 20_000_000;

/** Reads a file without ever waiting on a pipe or device. Throws the system's error for all but a missing file. */
export async function readBytes(path: string): Promise<FileBytes> {
  const file = await openForReading(path);
  if (!file) return { kind: "absent" };
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { kind: stat.isDirectory() ? "folder" : "other" };
    if (stat.size > MAX_FILE_BYTES) return { kind: "too-large", size: stat.size };
    const owner = { uid: stat.uid, gid: stat.gid };
    return { kind: "file", bytes: await file.readFile(), mode: stat.mode & 0o7777, owner };
  } finally {
    await file.close();
  }
}

async function openForReading(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
