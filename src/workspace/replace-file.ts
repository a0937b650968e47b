import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Puts bytes in a file's place in one step: a temporary file beside it, forced to the disk, then renamed. A crash leaves the old or the new file.
 * `owner` is kept only by root, who alone may. Throws the system's error, with the old file untouched.
 */
export async function replaceFile(
  path: string,
  bytes: Buffer,
  { mode, owner }: { readonly mode?: number; readonly owner?: { readonly uid: number; readonly gid: number } } = {},
): Promise<void> {
  const temporary = join(dirname(path), `.whippet-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(bytes);
      if (owner && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid);
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
