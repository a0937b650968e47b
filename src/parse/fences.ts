import { charAt, type Feed, lineEnd, type Reading, skipRun } from "./feed.ts";

/** The opening line of a fenced block. `info` is what follows the marks, trimmed; `bodyAt` is where the next line begins. */
export type Fence = {
  readonly indent: number;
  readonly mark: "`" | "~";
  readonly length: number;
  readonly info: string;
  readonly bodyAt: number;
};

/** Where a block's reader stands in its nesting; `lastBare` is the last line that could have been the closing fence. */
export type BlockState = { readonly fence: Fence; readonly nests: boolean; depth: number };

const RUNS = { "`": /`*/y, "~": /~*/y } as const;
const INDENT = / */y;
const MIN_LENGTH = 3;
const MAX_INDENT = 3;

/** The fence that opens on the line that starts at `at`, or null. Waits for the line's end only behind three marks. */
export function* readFence(feed: Feed, at: number): Reading<Fence | null> {
  const marks = yield* readMarks(feed, at);
  if (!marks) return null;
  const end = yield* lineEnd(feed, marks.end);
  const info = feed.text.slice(marks.end, end).trim();
  // A line like ```x``` is code within a sentence.
  if (marks.mark === "`" && info.includes("`")) return null;
  return {
    indent: marks.indent,
    mark: marks.mark,
    length: marks.length,
    info,
    bodyAt: Math.min(end + 1, feed.text.length),
  };
}

/** A block whose fences may hold others is Markdown: there a fence with an info string opens an inner block, a bare one closes. */
export function openBlock(fence: Fence, nests: boolean): BlockState {
  return { fence, nests, depth: 0 };
}

/** What the line at `at` is to an open block: its closing fence, another bare fence, or a line like any other. */
export function* readBlockLine(feed: Feed, at: number, block: BlockState): Reading<"close" | "bare" | "line"> {
  const marks = yield* readMarks(feed, at);
  if (marks?.mark !== block.fence.mark || marks.length < block.fence.length) return "line";
  const end = yield* lineEnd(feed, marks.end);
  if (feed.text.slice(marks.end, end).trim() !== "") {
    if (block.nests) block.depth += 1;
    return "line";
  }
  if (block.depth === 0) return "close";
  block.depth -= 1;
  return "bare";
}

/** Behind the closing fence that must stand at `at`, or the end of the text; null if anything else stands there. */
export function* behindClosingFence(feed: Feed, fence: Fence, at: number): Reading<number | null> {
  if ((yield* charAt(feed, at)) === "") return at;
  const end = yield* skipRun(feed, at, RUNS[fence.mark]);
  return end - at >= MIN_LENGTH ? end : null;
}

/** The end of the block's closing line, looked for on the lines behind `from`; the end of the text where there is none. */
export function* endOfBlock(feed: Feed, fence: Fence, from: number): Reading<number> {
  const block = openBlock(fence, false);
  let at = from;
  while (at < feed.text.length || (yield* charAt(feed, at)) !== "") {
    const end = yield* lineEnd(feed, at);
    if (at > from && (yield* readBlockLine(feed, at, block)) === "close") return end;
    at = end + 1;
  }
  return feed.text.length;
}

type Marks = { readonly indent: number; readonly mark: "`" | "~"; readonly length: number; readonly end: number };

function* readMarks(feed: Feed, at: number): Reading<Marks | null> {
  const start = yield* skipRun(feed, at, INDENT);
  const mark = yield* charAt(feed, start);
  if (start - at > MAX_INDENT || (mark !== "`" && mark !== "~")) return null;
  const end = yield* skipRun(feed, start, RUNS[mark]);
  return end - start < MIN_LENGTH ? null : { indent: start - at, mark, length: end - start, end };
}
