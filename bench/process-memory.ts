import { readdirSync, readFileSync } from "node:fs";

/** Memory of a process and all its descendants in MB, each shared page counted by its share (PSS); undefined where the system has no `/proc`. */
export function treeMemoryMb(pid: number): number | undefined {
  const parents = new Map<number, number>();
  for (const name of namesIn("/proc")) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)));
  if (parents.size === 0) return undefined;
  const isInTree = (one: number | undefined): boolean => one === pid || (!!one && isInTree(parents.get(one)));
  const kilobytes = [...parents.keys()].filter(isInTree).reduce((sum, one) => sum + proportionalKb(one), 0);
  return kilobytes / 1000;
}

function namesIn(folder: string): string[] {
  return readIfThere(() => readdirSync(folder)) ?? [];
}

/** The fourth field of `stat`; the second, the program's name in brackets, may hold anything. */
function parentOf(pid: number): number {
  const stat = readIfThere(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function proportionalKb(pid: number): number {
  const rollup = readIfThere(() => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? "";
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}

/** Processes end while they are looked at. */
function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
