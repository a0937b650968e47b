/** How a reply ended: by itself, at the output limit, or cut by us. */
export type Finish = "stop" | "length" | "cut";

/** Text that arrives in pieces; `finish` is null while more may come. */
export type Feed = { text: string; finish: Finish | null };

/**
 * A computation over a feed that yields where it needs text which has not arrived.
 * It is written as if the whole text lay there, so its result can't depend on how the text was cut into pieces.
 */
export type Reading<T> = Generator<undefined, T, undefined>;

/** The character at `at`, or "" behind the end. */
export function* charAt(feed: Feed, at: number): Reading<string> {
  while (at >= feed.text.length && feed.finish === null) yield;
  return feed.text.charAt(at);
}

/** Whether `mark` stands at `at`; waits only while that is still possible. */
export function* startsWith(feed: Feed, at: number, mark: string): Reading<boolean> {
  for (;;) {
    const have = feed.text.slice(at, at + mark.length);
    if (have === mark || feed.finish !== null || !mark.startsWith(have)) return have === mark;
    yield;
  }
}

/** Where the run of characters from `from` ends; `run` is a sticky pattern that matches any number of one character class. */
export function* skipRun(feed: Feed, from: number, run: RegExp): Reading<number> {
  let at = from;
  for (;;) {
    run.lastIndex = at;
    if (run.test(feed.text)) at = run.lastIndex;
    if (at < feed.text.length || feed.finish !== null) return at;
    yield;
  }
}

/** Index of the first `needle` at or behind `from`, or -1. */
export function* indexOf(feed: Feed, needle: string, from: number): Reading<number> {
  let start = from;
  for (;;) {
    const found = feed.text.indexOf(needle, start);
    if (found >= 0 || feed.finish !== null) return found;
    start = Math.max(from, feed.text.length - needle.length + 1);
    yield;
  }
}

/** Index of the line's end: its "\n", or the end of the text. */
export function* lineEnd(feed: Feed, from: number): Reading<number> {
  const found = yield* indexOf(feed, "\n", from);
  return found < 0 ? feed.text.length : found;
}

/** The end of the text, once all of it has come. */
export function* endOfText(feed: Feed): Reading<number> {
  while (feed.finish === null) yield;
  return feed.text.length;
}

/** Runs a reading over a text that lies there whole. */
export function readWhole<T>(text: string, read: (feed: Feed) => Reading<T>, finish: Finish = "stop"): T {
  const step = read({ text, finish }).next();
  if (!step.done) throw new Error("a reading waits although its text is complete");
  return step.value;
}
