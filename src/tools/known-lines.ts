import { hiddenEntries, runEntries, viewsIn } from "../log/select.ts";
import type { Entry, FileView } from "../types.ts";

type LineRange = FileView["lines"];

/**
 * The lines of a file's present content (`hash`, `total` lines) that the model does not know in this run, as ranges; `[1, 0]` stands for an empty file.
 * It knows what it was shown and still sees, and what its own changes made of a content that it knew.
 */
export function unknownLines(
  log: readonly Entry[],
  file: { readonly path: string; readonly hash: string; readonly total: number },
): readonly LineRange[] {
  const hidden = hiddenEntries(log);
  const seen = runEntries(log).filter((entry) => !hidden.has(entry.seq));
  const views = seen.flatMap(viewsIn).filter((view) => view.path === file.path);
  const known = new Set(
    views.filter((view) => unseenLines(views, view.hash, view.total).length === 0).map((view) => view.hash),
  );
  for (const change of seen.flatMap(ownChanges)) {
    if (change.path === file.path && change.after !== null && (change.before === null || known.has(change.before)))
      known.add(change.after);
  }
  return known.has(file.hash) ? [] : unseenLines(views, file.hash, file.total);
}

/** The lines that no view of this content shows. */
function unseenLines(views: readonly FileView[], hash: string, total: number): readonly LineRange[] {
  const shown = views.filter((view) => view.hash === hash).map((view) => view.lines);
  if (shown.length === 0) return [[1, total]];
  const unseen: LineRange[] = [];
  let next = 1;
  for (const [first, last] of shown.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) unseen.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  return next > total ? unseen : [...unseen, [next, total]];
}

/** Changes by the model's own text; those of a command, which has an exit code, are not known to it. */
function ownChanges(entry: Entry) {
  if (entry.type !== "result" || entry.result.effects?.exitCode !== undefined) return [];
  return entry.result.effects?.changed ?? [];
}
