import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";

const SPACES = /[ \t\r]*/y;

/** Whether nothing but blanks, or a tag, follows on the line: a call without marks that has words behind it is spoken of. */
export function* endsLine(feed: Feed, at: number): Reading<boolean> {
  const next = yield* charAt(feed, yield* skipRun(feed, at, SPACES));
  return next === "" || next === "\n" || next === "<";
}
