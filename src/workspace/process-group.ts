import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "./disk-failure.ts";

/** Sends a signal to every process of a group; false when there is none that may be signalled. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
    return false;
  }
}

/** True while a process of the group runs. Where the system tells, those that ended and wait to be collected do not count: in a container they may wait for ever. */
export function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  const processes = readIfThere(() => readdirSync("/proc"))?.filter((name) => /^\d+$/.test(name)) ?? [];
  if (processes.length === 0) return true;
  return processes.some((pid) => {
    const stat = readIfThere(() => readFileSync(`/proc/${pid}/stat`, "utf8")) ?? "";
    // `12 (name) S 1 34 …`: state, parent, group; the name may hold anything.
    const [state = "Z", , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(itsGroup) === group && state !== "Z" && state !== "X";
  });
}

/** Resolves when no process of the group runs any more, or after `timeoutMs`. */
export async function groupEnd(group: number, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; isGroupAlive(group) && Date.now() < end; ) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
