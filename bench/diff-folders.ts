import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { createTwoFilesPatch } from "diff";

/** One file that differs. `patch` is a unified diff; paths are relative, with `/`. */
export type FileDifference = { readonly path: string; readonly patch: string };

const IGNORED = new Set(["node_modules", ".git"]);

/** The text files that differ between two folders, in the order of their paths; links, `node_modules` and `.git` are left out. */
export async function diffFolders(before: string, after: string): Promise<FileDifference[]> {
  const [old, current] = await Promise.all([readFiles(before), readFiles(after)]);
  const paths = [...new Set([...old.keys(), ...current.keys()])].sort();
  return paths.flatMap((path) => {
    const [from, to] = [old.get(path), current.get(path)];
    if (from === to) return [];
    const [fromName, toName] = [
      from === undefined ? "/dev/null" : `a/${path}`,
      to === undefined ? "/dev/null" : `b/${path}`,
    ];
    const patch = createTwoFilesPatch(fromName, toName, from ?? "", to ?? "", undefined, undefined, { context: 3 });
    return [{ path, patch: patch.replace(/^=+\n/, "") }];
  });
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .map((file) => ({
      file,
      path: file
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
    }))
    .filter(({ path }) => !path.split("/").some((part) => IGNORED.has(part)));
  const texts = await Promise.all(files.map(({ file }) => readFile(file, "utf8")));
  return new Map(files.map(({ path }, index) => [path, texts[index] ?? ""]));
}
