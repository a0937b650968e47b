import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../lib/sha256.ts";
import { UserError } from "../lib/user-error.ts";
import { errorCode } from "./disk-failure.ts";
import { replaceFile } from "./replace-file.ts";

/** Copies of file contents, named by the SHA-256 of their bytes: what makes every earlier state of the workspace restorable. */
export type ContentStore = {
  /** Keeps the bytes and returns their hash; throws the system's error when the disk will not take them. */
  put(bytes: Buffer): Promise<string>;
  /** The bytes of a hash; throws a UserError when they are missing or damaged. */
  get(hash: string): Promise<Buffer>;
};

/** A store in the folder `dir`, made at the first use, readable by its owner only. */
export function createContentStore(dir: string): ContentStore {
  return {
    async put(bytes) {
      const hash = sha256(bytes);
      if (await exists(join(dir, hash))) return hash;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await replaceFile(join(dir, hash), bytes, { mode: 0o600 });
      return hash;
    },
    async get(hash) {
      const bytes = await readStored(join(dir, hash));
      if (bytes && sha256(bytes) === hash) return bytes;
      throw new UserError({
        code: "copy-missing",
        message: `The saved copy ${hash.slice(0, 12)} in ${dir} is ${bytes ? "damaged" : "missing"}.`,
        hint: "Restore the file from your version control or backup.",
      });
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return false;
  }
}

async function readStored(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return undefined;
  }
}
