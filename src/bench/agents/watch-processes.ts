import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that starts and leaves its parents in less than this is found by its mark or its folder only. */
const LOOK_MS = 500;
const MAX_ROUNDS = 50;
const ROUND_MS = 20;

type Process = { readonly pid: number; readonly parent: number; readonly startedAt: string };

/**
 * Watches for the processes of one run, where the system shows them (Linux): with `mark` in their environment, with a working
 * folder inside `folders`, or started by such, even if they shed all that later. `end` kills those that are left.
 */
export function watchProcesses(
  mark: string,
  folders: readonly string[],
): {
  end(): Promise<void>;
} {
  const inside = folders.map((folder) => realpathSync(folder));
  let known = new Map<number, string>();
  const look = (): readonly Process[] => {
    const all = readProcesses();
    const ours = all.filter(({ pid, startedAt }) => known.get(pid) === startedAt || isMarked(pid, mark, inside));
    const pids = new Set(ours.map(({ pid }) => pid));
    // Children of children: the loop goes on over what it adds.
    for (const { pid } of ours) {
      const children = all.filter((one) => one.parent === pid && !pids.has(one.pid));
      for (const child of children) pids.add(child.pid);
      ours.push(...children);
    }
    known = new Map(ours.map(({ pid, startedAt }) => [pid, startedAt]));
    return ours;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      // What is killed may just have started another.
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const left = look();
        if (left.length === 0) return;
        for (const { pid } of left) ifThere(() => process.kill(pid, "SIGKILL"));
        await sleep(ROUND_MS);
      }
    },
  };
}

function isMarked(pid: number, mark: string, folders: readonly string[]): boolean {
  const cwd = ifThere(() => readlinkSync(`/proc/${pid}/cwd`))?.replace(/ \(deleted\)$/, "");
  if (cwd !== undefined && folders.some((folder) => cwd === folder || cwd.startsWith(`${folder}/`))) return true;
  return ifThere(() => readFileSync(`/proc/${pid}/environ`, "latin1"))?.includes(mark) ?? false;
}

/** All that run, without this one and those that ended and only wait to be collected. */
function readProcesses(): Process[] {
  const names = ifThere(() => readdirSync("/proc")) ?? [];
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    const stat = ifThere(() => readFileSync(`/proc/${name}/stat`, "latin1")) ?? "";
    // `12 (name) S 1 …`: state, parent, and as the 20th the start; the name may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent] = fields;
    if (["", "Z", "X"].includes(state)) return [];
    return { pid: Number(name), parent: Number(parent), startedAt: fields[19] ?? "" };
  });
}

/** Undefined for a process that has ended, or is another user's. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
