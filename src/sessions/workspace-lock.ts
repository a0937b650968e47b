import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../lib/user-error.ts";
import { sessionsFolder } from "./session-store.ts";

/** Tries at taking a lock that others may take or leave at the same moment. */
const TRIES = 5;

/**
 * Takes the workspace for this process; a second Whippet in the same folder gets a `UserError` with the first one's pid.
 * A lock left by a dead process is taken over. The returned function gives it back.
 */
export function lockWorkspace(stateDir: string, root: string, pid: number = process.pid): () => void {
  const folder = sessionsFolder(stateDir, root);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      writeFileSync(file, `${pid}\n`, { flag: "wx", mode: 0o600 });
      return () => release(file, pid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined && holder !== pid && isAlive(holder)) throw busy(root, holder);
    rmSync(file, { force: true });
  }
  throw busy(root, holderOf(file) ?? 0);
}

function release(file: string, pid: number): void {
  if (holderOf(file) === pid) rmSync(file, { force: true });
}

function holderOf(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function busy(root: string, pid: number): UserError {
  return new UserError({
    code: "workspace-busy",
    message: `Another Whippet (process ${pid}) is at work in ${root}.`,
    hint: `Wait until it ends, or stop it: kill ${pid}`,
  });
}
