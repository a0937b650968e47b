import { basename, resolve, sep } from "node:path";
import { groupBy } from "../figures/group-by.ts";

/** Names of the files for a page: without their folders and `.jsonl`, and with as many folders as it takes to tell them apart. The same file twice keeps one name. */
export function groupNames(files: readonly string[]): string[] {
  const names = files.map((file) => basename(file));
  const parts = files.map((file) => resolve(file).split(sep));
  const sameName = groupBy([...files.keys()], (at) => names[at]);
  return names.map((name, at) => {
    const alike = (sameName.get(name) ?? []).map((index) => parts[index] ?? []);
    return tail(parts[at] ?? [], depthThatDiffers(alike)).replace(/\.jsonl$/, "");
  });
}

/** How many of the last parts it takes until no two different paths look the same. */
function depthThatDiffers(paths: readonly (readonly string[])[]): number {
  const differing = new Set(paths.map((path) => path.join(sep))).size;
  const longest = Math.max(...paths.map(({ length }) => length));
  let depth = 1;
  while (depth < longest && new Set(paths.map((path) => tail(path, depth))).size < differing) depth += 1;
  return depth;
}

function tail(path: readonly string[], depth: number): string {
  return path.slice(-depth).join("/");
}
