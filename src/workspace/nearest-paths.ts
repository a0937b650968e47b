import { distance } from "fastest-levenshtein";
import { walkFiles } from "./walk-files.ts";

/** The most files that are looked through for a near name. */
const MAX_FILES = 5_000;

/**
 * Files of the workspace that a path which does not exist may mean, nearest first: same name in another folder, else a name that differs in few letters.
 * Only those that share the longest tail with it are returned, at most `limit`.
 */
export async function nearestPaths(root: string, wanted: string, limit = 3): Promise<readonly string[]> {
  const files = await walkFiles(root, MAX_FILES);
  const parts = wanted.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const name = parts.at(-1)?.toLowerCase();
  if (!name) return [];
  const sameName = files.filter((file) => baseName(file) === name);
  if (sameName.length > 0) {
    const longest = Math.max(...sameName.map((file) => sharedTail(file, parts)));
    return sameName.filter((file) => sharedTail(file, parts) === longest).slice(0, limit);
  }
  const allowed = Math.max(1, Math.floor(name.length / 4));
  return files
    .map((file) => ({ file, letters: distance(baseName(file), name), tail: distance(file, parts.join("/")) }))
    .filter(({ letters }) => letters <= allowed)
    .sort((a, b) => a.letters - b.letters || a.tail - b.tail)
    .slice(0, limit)
    .map(({ file }) => file);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

function sharedTail(file: string, wanted: readonly string[]): number {
  const parts = file.split("/");
  let shared = 0;
  while (shared < parts.length && parts.at(-1 - shared)?.toLowerCase() === wanted.at(-1 - shared)?.toLowerCase())
    shared++;
  return shared;
}
