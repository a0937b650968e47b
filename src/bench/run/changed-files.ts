import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FinishedRecord } from "../bench-record.ts";

type ChangedFile = FinishedRecord["files"][number];

/** What programs leave behind by being run. */
const BY_PRODUCTS = new Set(["__pycache__", ".pytest_cache", "node_modules", "target", ".git", "build"]);
/** More than this an agent does not write, and more is not listed; links are not followed, and other things than files passed over. */
const MAX_FILES = 5_000;
const MAX_LISTED = 200;
const MAX_BYTES = 50_000_000;

/** Hashes of the files in a folder, by path with `/`. */
export async function hashFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  await addHashes(folder, "", hashes);
  return hashes;
}

async function addHashes(folder: string, inside: string, hashes: Map<string, string>): Promise<void> {
  const entries = (await ifThere(readdir(join(folder, inside), { withFileTypes: true }))) ?? [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (hashes.size >= MAX_FILES) return;
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory() && !BY_PRODUCTS.has(entry.name)) await addHashes(folder, path, hashes);
    const hash = entry.isFile() ? await ifThere(hashFile(join(folder, path))) : undefined;
    if (hash !== undefined) hashes.set(path, hash);
  }
}

/** Of a very large file the size stands for the content. */
async function hashFile(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) return `${size} bytes`;
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

/** Undefined for what the agent removed, also while we look, or made unreadable. */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

/** What differs between two states of a folder, sorted by path: the first 200. */
export function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ChangedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = paths.flatMap((path): ChangedFile[] => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === now) return [];
    return [{ path, change: old === undefined ? "added" : now === undefined ? "removed" : "changed" }];
  });
  return changes.slice(0, MAX_LISTED);
}
