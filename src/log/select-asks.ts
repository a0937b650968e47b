import type { Entry } from "../types.ts";
import { notesIn, runEntries, visibleEntries } from "./select.ts";

// Selectors about direct asks (A9): which files may be asked for, and which have been.

type Log = readonly Entry[];

/** Kinds of the notes that attach one file each: named by the person, or found by the failing test. */
export const NAMED_FILE = "named-file";
export const FOUND_FILE = "found-file";

/** Files that a direct ask may name, in order: those the person named first. `named` tells which. */
export function askableFiles(log: Log): readonly { readonly path: string; readonly named: boolean }[] {
  return visibleNotes(log).flatMap(({ note }) =>
    (note.askable ?? []).map((path) => ({ path, named: note.kind === NAMED_FILE })),
  );
}

/** Files whose content was asked for in this attempt, in order, repeated asks included. */
export function askedFiles(log: Log): readonly string[] {
  return visibleNotes(log).flatMap(({ note }) => (note.asksFor === undefined ? [] : [note.asksFor]));
}

/** The next file to ask for in this attempt: named ones first, each once; nothing when all have had their turn. */
export function nextFileToAsk(log: Log, namedOnly = false): string | undefined {
  const asked = new Set(askedFiles(log));
  return askableFiles(log).find(({ path, named }) => (named || !namedOnly) && !asked.has(path))?.path;
}

/** Numbers of the notes that attach files to the run's first request or ask for one. */
export function askingNotes(log: Log): readonly number[] {
  return visibleNotes(log).flatMap(({ seq, note }) => (note.askable || note.asksFor !== undefined ? [seq] : []));
}

function visibleNotes(log: Log): ReturnType<typeof notesIn> {
  const start = runEntries(log)[0]?.seq ?? log.length;
  return notesIn(visibleEntries(log).filter((entry) => entry.seq >= start));
}
