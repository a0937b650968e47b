import { UserError } from "../lib/user-error.ts";
import { createLog } from "../log/create-log.ts";
import { facts, netChanges } from "../log/select.ts";
import { latestSession } from "../sessions/session-store.ts";
import { lockWorkspace } from "../sessions/workspace-lock.ts";
import type { Entry, FileChange, Json } from "../types.ts";
import { createFiles } from "../workspace/files.ts";
import { openFolder } from "../workspace/open-folder.ts";

export type UndoResult = {
  readonly restored: readonly FileChange[];
  /** Files that something else changed after the run: left as they are. */
  readonly leftAlone: readonly string[];
};

/** Puts back what the newest run with changes in this folder changed; a file changed since then is left alone and named. */
export async function undoRun(given: { readonly cwd: string; readonly stateDir: string }): Promise<UndoResult> {
  const options = { ...given, cwd: openFolder(given.cwd) };
  const unlock = lockWorkspace(options.stateDir, options.cwd);
  const session = latestSession(options.stateDir, options.cwd);
  try {
    const run = session ? lastRunWithChanges(session.entries) : undefined;
    if (!session || !run) throw nothingToUndo(options.cwd);
    const files = createFiles({ root: options.cwd, storeDir: session.filesDir });
    const targets: { path: string; content: string | null }[] = [];
    const leftAlone: string[] = [];
    for (const change of netChanges(run.entries)) {
      const now = await files.hashOf(change.path);
      if (now === change.after) targets.push({ path: change.path, content: change.before });
      else if (now !== change.before) leftAlone.push(change.path);
    }
    const restored = await files.restore(targets);
    const log = createLog({ entries: session.entries, write: session.write });
    const value = { run: run.start, changes: restored } as unknown as Json;
    if (leftAlone.length === 0) log.append({ type: "fact", by: "undo", name: "undone", value });
    return { restored, leftAlone };
  } finally {
    session?.close();
    unlock();
  }
}

/** The newest run that changed files and is not undone yet; a run begins with the first message after an outcome. */
function lastRunWithChanges(log: readonly Entry[]): { start: number; entries: readonly Entry[] } | undefined {
  const undone = new Set(facts(log, "undone").map(({ value }) => (value as { run: number }).run));
  const starts = log.flatMap((entry, index) => {
    const previous = log.slice(0, index).findLast((other) => other.type === "outcome" || other.type === "message");
    return entry.type === "message" && previous?.type !== "message" ? [index] : [];
  });
  return starts
    .map((start, at) => ({ start, entries: log.slice(start, starts[at + 1]) }))
    .findLast(({ start, entries }) => !undone.has(start) && netChanges(entries).length > 0);
}

function nothingToUndo(cwd: string): UserError {
  return new UserError({
    code: "nothing-to-undo",
    message: `There is nothing to undo: no run of Whippet changed a file in ${cwd}, or all of it is undone.`,
    hint: "To undo in another folder: whippet undo --cwd FOLDER",
  });
}
