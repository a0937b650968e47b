import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folders } from "../folders.ts";
import { type CatalogModel, catalog } from "./catalog.ts";

/** A model as it lies on the disk. `bytes` is what is there: of the file, or of what has been fetched of it so far. */
export type StoredModel = {
  readonly model: CatalogModel;
  readonly path: string;
  readonly state: "absent" | "partial" | "damaged" | "whole";
  readonly bytes: number;
};

/** What identifies a file that was hashed before: any change of its content changes one of these. */
type Seen = { readonly bytes: number; readonly modifiedMs: number; readonly inode: number; readonly sha256: string };

/** The file a model is loaded from, whether it exists or not. */
export function modelPath(cacheDir: string, model: CatalogModel): string {
  return join(folders(cacheDir).models, model.file);
}

/** What has been fetched of a file so far: `.part` grows from the start of the file, `.parts/` holds the mirror's pieces. */
export function unfinishedPaths(path: string): { readonly part: string; readonly parts: string } {
  return { part: `${path}.part`, parts: `${path}.parts` };
}

/** SHA-256 of a file's bytes, hex. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) })) {
    hash.update(piece as Buffer);
  }
  return hash.digest("hex");
}

/** Every model of the catalog with its state on the disk. A file's hash is computed once and then remembered by size, time and inode. */
export async function listModels(cacheDir: string, rows: readonly CatalogModel[] = catalog): Promise<StoredModel[]> {
  const found: StoredModel[] = [];
  for (const model of rows) found.push(await inspectModel(cacheDir, model));
  return found;
}

/** One model's state on the disk, as in `listModels`. */
export async function inspectModel(cacheDir: string, model: CatalogModel, signal?: AbortSignal): Promise<StoredModel> {
  const path = modelPath(cacheDir, model);
  const file = await statOrNull(path);
  if (!file?.isFile()) {
    const { part, pieces } = await unfinishedBytes(path);
    const bytes = part + pieces;
    return { model, path, state: bytes > 0 ? "partial" : "absent", bytes };
  }
  const whole = file.size === model.bytes && (await hashOnce(cacheDir, path, signal)) === model.sha256;
  return { model, path, state: whole ? "whole" : "damaged", bytes: file.size };
}

/** Bytes fetched so far: in `part`, and in the mirror's pieces. */
export async function unfinishedBytes(path: string): Promise<{ readonly part: number; readonly pieces: number }> {
  const { part, parts } = unfinishedPaths(path);
  const names = ((await readdir(parts).catch(nothingIfAbsent)) ?? []).filter((name) => name.endsWith(".bin"));
  const sizes = await Promise.all(names.map(async (name) => (await statOrNull(join(parts, name)))?.size ?? 0));
  return { part: (await statOrNull(part))?.size ?? 0, pieces: sizes.reduce((sum, size) => sum + size, 0) };
}

async function hashOnce(cacheDir: string, path: string, signal?: AbortSignal): Promise<string> {
  const file = await stat(path);
  const known = await readSeen(cacheDir);
  const before = known[path];
  const same = before?.bytes === file.size && before.modifiedMs === file.mtimeMs && before.inode === file.ino;
  if (before && same) return before.sha256;
  const sha256 = await hashFile(path, signal);
  await rememberHash(cacheDir, path, sha256);
  return sha256;
}

/** Keeps the hash of a file that was just computed, so that it need not be read again. */
export async function rememberHash(cacheDir: string, path: string, sha256: string): Promise<void> {
  const file = await stat(path);
  const seen: Seen = { bytes: file.size, modifiedMs: file.mtimeMs, inode: file.ino, sha256 };
  const { models } = folders(cacheDir);
  const target = join(models, "verified.json");
  const fresh = `${target}.${process.pid}`;
  // A cache that can't be written (a read-only disk) costs the hash again next time, nothing more.
  try {
    await mkdir(models, { recursive: true });
    await writeFile(fresh, JSON.stringify({ ...(await readSeen(cacheDir)), [path]: seen }, null, 2));
    await rename(fresh, target);
  } catch {
    await rm(fresh, { force: true });
  }
}

async function readSeen(cacheDir: string): Promise<Record<string, Seen | undefined>> {
  const text = await readFile(join(folders(cacheDir).models, "verified.json"), "utf8").catch(() => "{}");
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, Seen>) : {};
  } catch {
    return {};
  }
}

async function statOrNull(path: string) {
  return (await stat(path).catch(nothingIfAbsent)) ?? null;
}

function nothingIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
