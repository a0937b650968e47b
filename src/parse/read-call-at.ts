import type { ByFirstCharacter } from "./by-first-character.ts";
import type { Opening, Taken } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, startsWith } from "./feed.ts";
import { type Fence, readFence } from "./fences.ts";
import { readLabelledFence } from "./path-label.ts";
import type { Marked, Scan } from "./scan.ts";

/** A fence at the beginning of a scan's text, with the path that a line of its own before it names. */
export type LabelledFence = { readonly fence: Fence; readonly path?: string };

/** The fence that opens on the line at the beginning of the text, or behind a label; null if none does. */
export function* readOpeningFence({ feed, options }: Scan): Reading<LabelledFence | null> {
  const labelled = options.fileBlocks ? yield* readLabelledFence(feed, 0) : null;
  if (labelled) return labelled;
  const fence = yield* readFence(feed, 0);
  return fence && { fence };
}

/** What a dialect takes of a fenced block, or null. */
export function* readFencedCall(
  { feed, fenced, options }: Scan,
  { fence, path }: LabelledFence,
): Reading<Taken | null> {
  const opening: Opening = { bodyAt: fence.bodyAt, fence, ...(path === undefined ? {} : { path }) };
  for (const dialect of fenced) {
    const taken = yield* dialect.read(feed, opening, options);
    if (taken) return taken;
  }
  return null;
}

/** What a dialect takes at a mark of its own at the beginning of the text, or null. `head`: the line up to there. */
export function* readMarkedCall(scan: Scan, head: string): Reading<Taken | null> {
  const { feed, options } = scan;
  let text: Taken | null = null;
  for (const { mark, only, dialect } of scan.marked.get(feed.text.charAt(0)) ?? []) {
    if (!isPlaceFor(only, head.trim() === "", scan.isAtStart)) continue;
    if (!(yield* startsWith(feed, 0, mark))) continue;
    if (scan.isInert) {
      options.notice(
        "A call was not run: it stands behind a call that broke off, or in a conversation that you made up.",
      );
      return null;
    }
    const taken = yield* dialect.read(feed, { bodyAt: mark.length, mark }, options);
    // Another dialect may know better.
    if (taken && "isText" in taken) text = taken;
    else if (taken) return taken;
  }
  return text;
}

function isPlaceFor(only: Marked["only"], isLineStart: boolean, isAtStart: boolean): boolean {
  return only === undefined || (isLineStart && (only === "line" || isAtStart));
}

/** The mark of those given that stands at `at`, but for those that count at a reply's start alone; null if none does. */
export function* markAt(
  feed: Feed,
  marks: ByFirstCharacter<Marked>,
  isLineStart: boolean,
  at = 0,
): Reading<string | null> {
  for (const { mark, only } of marks.get(yield* charAt(feed, at)) ?? []) {
    if (!isPlaceFor(only, isLineStart, false)) continue;
    if (yield* startsWith(feed, at, mark)) return mark;
  }
  return null;
}
