import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { decodeText } from "../../lib/decode-text.ts";
import { NotImportable } from "./imported-task.ts";

/** A downloaded repository. Paths are relative to it, with `/`; a link that leads outside of it counts as missing. */
export type Checkout = {
  /** The absolute path, links resolved; undefined where nothing is. */
  readonly locate: (path: string) => Promise<string | undefined>;
  /** Undefined where there is no such file; a `NotImportable` for one too large. */
  readonly read: (path: string) => Promise<Buffer | undefined>;
  /** Like `read`, as text with `\n` and without a byte order mark; a `NotImportable` for what is no text. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Names in a folder, sorted; none where there is no such folder. */
  readonly names: (path: string) => Promise<readonly string[]>;
  /** All files below a folder, relative to it, sorted; linked folders and what `isLeftOut` says true of (a name) are not entered. */
  readonly files: (path: string, isLeftOut?: (name: string) => boolean) => Promise<readonly string[]>;
};

/** More than any exercise holds, in bytes; the scorer takes no larger file either. */
const MAX_FILE_BYTES = 8_000_000;

export async function openCheckout(folder: string): Promise<Checkout> {
  const root = await realpath(folder);

  async function locate(path: string): Promise<string | undefined> {
    const real = await orMissing(() => realpath(join(root, path)));
    return real === root || real?.startsWith(root.endsWith(sep) ? root : root + sep) ? real : undefined;
  }

  async function read(path: string): Promise<Buffer | undefined> {
    const real = await locate(path);
    const found = real === undefined ? undefined : await stat(real);
    if (real === undefined || !found?.isFile()) return undefined;
    if (found.size > MAX_FILE_BYTES) throw new NotImportable(`${path} is larger than ${MAX_FILE_BYTES / 1e6} MB.`);
    return await readFile(real);
  }

  async function readText(path: string): Promise<string | undefined> {
    const bytes = await read(path);
    if (bytes === undefined) return undefined;
    const decoded = decodeText(bytes);
    if (decoded.text === null) throw new NotImportable(`${path} is ${decoded.kind}, no text.`);
    return decoded.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  }

  async function entries(path: string): Promise<readonly Dirent[]> {
    const real = await locate(path);
    const found = real === undefined ? undefined : await orMissing(() => readdir(real, { withFileTypes: true }));
    return [...(found ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async function files(path: string, isLeftOut: (name: string) => boolean = () => false): Promise<readonly string[]> {
    const kept = (await entries(path)).filter(({ name }) => !isLeftOut(name));
    const found = kept.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      return (await files(join(path, entry.name), isLeftOut)).map((name) => `${entry.name}/${name}`);
    });
    return (await Promise.all(found)).flat();
  }

  return { locate, read, readText, files, names: async (path) => (await entries(path)).map(({ name }) => name) };
}

/** Undefined where a path or a part of it is not there, or is no folder. */
async function orMissing<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
