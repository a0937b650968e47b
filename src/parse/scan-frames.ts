import { byFirstCharacter } from "./by-first-character.ts";
import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { markAt } from "./read-call-at.ts";
import { drop, type Scan, show } from "./scan.ts";
import { END_TOKENS, FRAME_OPENERS, type FrameOpener } from "./template-tokens.ts";

const FRAMES = byFirstCharacter(FRAME_OPENERS);
const ENDS = byFirstCharacter(END_TOKENS);
const BLANKS = /\s*/y;
/** What a template puts between the two marks of a part's opening is shorter; in characters. */
const MAX_FRAME = 120;

/** First characters of all tokens that end a reply or a part of it. */
export const END_FIRSTS: readonly string[] = [...ENDS.keys()];

/** Drops the mark at the beginning of the text that opens a part of the reply; false if none does. */
export function* scanFrame(scan: Scan): Reading<boolean> {
  for (const frame of FRAMES.get(yield* charAt(scan.feed, 0)) ?? []) {
    if (frame.afterThought && !scan.hasThought) continue;
    const end = yield* endOfFrame(scan.feed, frame);
    if (end === null) continue;
    drop(scan, end);
    return true;
  }
  return false;
}

function* endOfFrame(feed: Feed, { mark, until, before = "" }: FrameOpener): Reading<number | null> {
  if (!(yield* startsWith(feed, 0, mark))) return null;
  if (until === undefined) return (yield* startsWith(feed, mark.length, before)) ? mark.length : null;
  for (;;) {
    const head = feed.text.slice(0, MAX_FRAME);
    const found = head.indexOf(until);
    if (found >= 0) return found + until.length;
    if (head.length === MAX_FRAME || head.includes("\n") || feed.finish !== null) return null;
    yield;
  }
}

/** Takes the tokens at the beginning of the text that end a reply or a part: dropped before the end and before the next part, text before anything else. */
export function* scanEndTokens(scan: Scan): Reading<boolean> {
  const { feed } = scan;
  const end = yield* behindEndTokens(scan);
  if (end === 0) return false;
  const isOver = (yield* charAt(feed, end)) === "" || (yield* startsPart(scan, end));
  if (isOver) drop(scan, end);
  else show(scan, end);
  scan.isFresh ||= isOver;
  return true;
}

function* behindEndTokens({ feed, hasThought }: Scan): Reading<number> {
  let at = 0;
  for (;;) {
    const length = yield* endTokenAt(feed, at, hasThought);
    if (length === 0) return at;
    at = yield* skipRun(feed, at + length, BLANKS);
  }
}

/** Length of the token that stands at `at`, or 0. */
function* endTokenAt(feed: Feed, at: number, hasThought: boolean): Reading<number> {
  for (const { mark, afterThought } of ENDS.get(yield* charAt(feed, at)) ?? []) {
    if (afterThought && !hasThought) continue;
    if (yield* startsWith(feed, at, mark)) return mark.length;
  }
  return 0;
}

function* startsPart(scan: Scan, at: number): Reading<boolean> {
  for (const { mark } of FRAMES.get(yield* charAt(scan.feed, at)) ?? []) {
    if (yield* startsWith(scan.feed, at, mark)) return true;
  }
  return (yield* markAt(scan.feed, scan.marked, true, at)) !== null;
}
