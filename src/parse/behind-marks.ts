import { endOfText, type Feed, indexOf, type Reading, skipRun } from "./feed.ts";
import { textAt } from "./text-at.ts";

const BLANKS = /\s*/y;

/** Where a broken call's text ends: behind the first of its form's closing marks, or at the end of the text. */
export function* behindCloser(feed: Feed, from: number, [closer]: readonly string[]): Reading<number> {
  if (closer === undefined) return yield* endOfText(feed);
  const found = yield* indexOf(feed, closer, from);
  return found < 0 ? feed.text.length : found + closer.length;
}

/** Behind the marks that stand at `from`, with blanks between, but no more than `max`; `from` itself if none does. */
export function* behindMarks(feed: Feed, from: number, marks: readonly string[], max = Infinity): Reading<number> {
  let end = from;
  for (let count = 0; count < max; count += 1) {
    const at = yield* skipRun(feed, end, BLANKS);
    const mark = yield* textAt(feed, at, marks);
    if (mark === null) return end;
    end = at + mark.length;
  }
  return end;
}
