import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A lock that is held until `release`; releasing twice is harmless. */
export type Lock = { release(): void };

/** Rounds with another process that is just clearing a dead lock away; each takes microseconds. */
const MOST_TRIES = 100;

/**
 * Takes the lock that is the file at `path` for this process, or answers with the holder's process id where a living
 * process holds it. A dead holder's lock is taken over. Throws the system's error where the file can't be made.
 */
export function takeLock(path: string): Lock | { readonly heldBy: number } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${path}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid)}`;
  writeFileSync(mine, content, { mode: 0o600 });
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // A link appears at once and with its content, where a file that is created first and written then could be read empty.
      if (isLinked(mine, path)) return { release: () => releaseIfMine(path, content) };
      const holder = livingHolder(path);
      if (holder !== null) return { heldBy: holder };
      clearDead(path, mine);
    }
    return { heldBy: livingHolder(path) ?? livingHolder(`${path}.guard`) ?? process.pid };
  } finally {
    rmSync(mine, { force: true });
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function livingHolder(path: string): number | null {
  const [pid = "", ...start] = readText(path).split(" ");
  const holder = Number(pid);
  if (!Number.isInteger(holder) || holder <= 0) return null;
  const now = startOf(holder);
  // The start time tells a process from a later one that was given the same number, as happens all the time in containers.
  return now !== "" && now === start.join(" ") ? holder : null;
}

/** Removes a dead holder's lock. Only who holds the guard may do so: of two that saw the dead one, the later would remove the other's new lock. */
function clearDead(path: string, mine: string): void {
  const guard = `${path}.guard`;
  if (!isLinked(mine, guard)) {
    if (existsSync(guard) && livingHolder(guard) === null) rmSync(guard, { force: true });
    return;
  }
  try {
    if (existsSync(path) && livingHolder(path) === null) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function releaseIfMine(path: string, content: string): void {
  if (readText(path) === content) rmSync(path, { force: true });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw error;
  }
}

/** When a process started, in whatever unit the system tells it; empty if there is no such process. */
function startOf(pid: number): string {
  if (existsSync("/proc/self/stat")) {
    // Field 22 of `/proc/PID/stat`; the second field, the command's name, may itself hold spaces and brackets.
    const stat = readText(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = readText("/proc/sys/kernel/random/boot_id").trim();
    return fields[0] === "Z" || stat === "" ? "" : `${boot} ${fields[19]}`;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
