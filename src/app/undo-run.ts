import { LogWriteError } from "../lib/log-write-error.ts";
import { UserError } from "../lib/user-error.ts";
import { createLog } from "../log/create-log.ts";
import { facts, fileChanges, netChanges } from "../log/select.ts";
import { openSession, type Session, sessionFolders } from "../sessions/session-store.ts";
import { lockWorkspace } from "../sessions/workspace-lock.ts";
import type { Entry, FileChange, Json } from "../types.ts";
import { createFiles, type Files } from "../workspace/files.ts";
import { openFolder } from "../workspace/open-folder.ts";

export type UndoResult = {
  readonly restored: readonly FileChange[];
  /** Files that something else changed after the run: left as they are. */
  readonly leftAlone: readonly string[];
  /** Sentences on logs that are damaged: what stands behind the damage can't be undone. */
  readonly damaged: readonly string[];
};

type Run = { readonly start: number; readonly entries: readonly Entry[] };

/** Puts back what the newest run with changes in this folder changed, in whichever session it was; a file changed since then is left alone and named. */
export async function undoRun(given: { readonly cwd: string; readonly stateDir: string }): Promise<UndoResult> {
  const cwd = openFolder(given.cwd);
  const unlock = lockWorkspace(given.stateDir, cwd);
  const damaged: string[] = [];
  try {
    for (const folder of sessionFolders(given.stateDir, cwd)) {
      const session = openSession(folder);
      try {
        if (session.damagedLine !== undefined) damaged.push(describeDamage(session, session.damagedLine));
        const undone = await undoIn(session, cwd);
        if (undone) return { ...undone, damaged };
      } finally {
        session.close();
      }
    }
    throw nothingToUndo(cwd, damaged);
  } finally {
    unlock();
  }
}

/** Undoes the newest run of one session that is not undone yet; nothing where there is none. */
async function undoIn(session: Session, cwd: string): Promise<Omit<UndoResult, "damaged"> | undefined> {
  const files = createFiles({ root: cwd, storeDir: session.filesDir });
  for (const run of runsToUndo(session.entries)) {
    const { targets, leftAlone } = await planUndo(run, files);
    // A damaged log can't take the note that a run is undone, so there the files tell it.
    if (session.damagedLine !== undefined && targets.length + leftAlone.length === 0) continue;
    const restored = await files.restore(targets);
    if (session.damagedLine === undefined && leftAlone.length === 0) noteUndone(session, run, restored);
    return { restored, leftAlone };
  }
  return undefined;
}

async function planUndo(run: Run, files: Files) {
  const targets: { path: string; content: string | null }[] = [];
  const leftAlone: string[] = [];
  const ours = ownContents(run.entries);
  for (const change of netChanges(run.entries)) {
    const now = await files.hashOf(change.path);
    if (now === change.before) continue;
    if (ours.get(change.path)?.has(now)) targets.push({ path: change.path, content: change.before });
    else leftAlone.push(change.path);
  }
  return { targets, leftAlone };
}

function noteUndone(session: Session, run: Run, restored: readonly FileChange[]): void {
  const log = createLog({ entries: session.entries, write: session.write });
  const value = { run: run.start, changes: restored } as unknown as Json;
  try {
    log.append({ type: "fact", by: "undo", name: "undone", value });
  } catch (error) {
    if (!(error instanceof LogWriteError)) throw error;
    throw new UserError({
      code: "undo-not-noted",
      message: `The files are put back, but that could not be noted. ${error.message}.`,
      hint: "Free some disk space, then, so that it is noted: whippet undo",
    });
  }
}

/** Runs that changed files and are not undone yet, newest first; a run begins with the first message after an outcome. */
function runsToUndo(log: readonly Entry[]): readonly Run[] {
  const undone = new Set(facts(log, "undone").map(({ value }) => (value as { run: number }).run));
  const starts = log.flatMap((entry, index) => {
    const previous = log.slice(0, index).findLast((other) => other.type === "outcome" || other.type === "message");
    return entry.type === "message" && previous?.type !== "message" ? [index] : [];
  });
  return starts
    .map((start, at) => ({ start, entries: log.slice(start, starts[at + 1]) }))
    .filter(({ start, entries }) => !undone.has(start) && netChanges(entries).length > 0)
    .reverse();
}

function describeDamage({ folder }: Session, line: number): string {
  return `Line ${line} of ${folder}/log.jsonl is damaged: what that session did from there on can't be undone.`;
}
/** Every content that the run gave a file on its way: a crash may have left any of them. */
function ownContents(run: readonly Entry[]): ReadonlyMap<string, ReadonlySet<string | null>> {
  const contents = new Map<string, Set<string | null>>();
  for (const { change } of fileChanges(run)) {
    const known = contents.get(change.path) ?? new Set();
    contents.set(change.path, known.add(change.before).add(change.after));
  }
  return contents;
}

function nothingToUndo(cwd: string, damaged: readonly string[]): UserError {
  const nothing = `There is nothing to undo: no run of Whippet changed a file in ${cwd}, or all of it is undone.`;
  return new UserError({
    code: "nothing-to-undo",
    message: [nothing, ...damaged].join(" "),
    hint: "To undo in another folder: whippet undo --cwd FOLDER",
  });
}
