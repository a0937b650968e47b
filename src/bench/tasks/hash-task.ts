import { createHash, type Hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A hash of what a task folder puts to an agent and scores with: all but the solution; links are passed over. Throws the system's error for what can't be read. */
export async function hashTask(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of ["task.json", "instructions.md"]) await addFile(hash, folder, name);
  for (const name of ["start", "tests"]) await addFolder(hash, folder, name);
  return hash.digest("hex").slice(0, 12);
}

async function addFolder(hash: Hash, folder: string, inside: string): Promise<void> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${inside}/${entry.name}`;
    if (entry.isDirectory()) await addFolder(hash, folder, path);
    if (entry.isFile()) await addFile(hash, folder, path);
  }
}

async function addFile(hash: Hash, folder: string, path: string): Promise<void> {
  const content = await readFile(join(folder, path));
  hash.update(`${path}\0${content.length}\0`).update(content);
}
