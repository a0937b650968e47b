import { type ByFirstCharacter, byFirstCharacter } from "./by-first-character.ts";
import type { Dialect, DialectOptions, Taken } from "./dialects/dialect.ts";
import type { Feed } from "./feed.ts";
import type { ReplyParts } from "./reply-parts.ts";

/** A mark with the dialect that it opens. */
export type Marked = { readonly mark: string; readonly only: "line" | "start" | undefined; readonly dialect: Dialect };

/** A scan under way; its feed begins with what has not been shown or taken yet. */
export type Scan = {
  readonly fenced: readonly Dialect[];
  readonly marked: ByFirstCharacter<Marked>;
  /** Those of the marks that no text holds by chance: they stop a thought from being shown on. */
  readonly signs: ByFirstCharacter<Marked>;
  readonly feed: Feed;
  readonly parts: ReplyParts;
  options: DialectOptions;
  /** Nothing that follows can be a call. */
  isInert: boolean;
  /** No line of the reply, or of what follows its thinking, is behind us. */
  isFirstLine: boolean;
  /** Nothing but blanks and thinking so far. */
  isAtStart: boolean;
  /** Nothing but blanks since the start, a thought, a call or a part's mark. */
  isFresh: boolean;
  /** Thinking has been read. */
  hasThought: boolean;
  /** What follows belongs to a thought that is never closed, up to the first call. */
  isThinking: boolean;
  /** So many characters of that thought have been shown already. */
  shownThinking: number;
  /** Length of the run of three or more backticks that opened a code span in the middle of a line and is not closed; 0 = none. */
  openSpan: number;
  /** A call that was quoted broke off. */
  hasBrokenQuote: boolean;
};

/** A scan at the beginning of a reply. */
export function createScan(feed: Feed, dialects: readonly Dialect[], options: DialectOptions, parts: ReplyParts): Scan {
  const marks = dialects.flatMap((dialect) => {
    const { opens } = dialect;
    if (opens === "fence") return [];
    const own = opens.marks === "tools" ? options.tools.map((tool) => tool.name) : opens.marks;
    return own.map((mark) => ({ mark, only: opens.only, dialect }));
  });
  const fenced = dialects.filter((dialect) => dialect.opens === "fence");
  return {
    feed,
    options,
    parts,
    fenced,
    marked: byFirstCharacter(marks),
    signs: byFirstCharacter(
      marks.filter(({ mark, only }) => only === undefined || (only === "line" && /\W./.test(mark))),
    ),
    isInert: false,
    isFirstLine: true,
    isAtStart: true,
    isFresh: true,
    hasThought: false,
    isThinking: false,
    shownThinking: 0,
    openSpan: 0,
    hasBrokenQuote: false,
  };
}

/** Text up to `end` is for the person, or thinking where a thought is not over. */
export function show(scan: Scan, end: number): void {
  if (end === 0) return;
  const text = scan.feed.text.slice(0, end);
  if (text.trim() !== "") {
    scan.isAtStart = false;
    scan.isFresh = false;
  }
  if (scan.isThinking) scan.parts.thinking(text.slice(scan.shownThinking));
  else scan.parts.text(text);
  drop(scan, end);
}

/** Text up to `end` is nobody's. */
export function drop(scan: Scan, end: number): void {
  scan.feed.text = scan.feed.text.slice(end);
  scan.shownThinking = Math.max(0, scan.shownThinking - end);
}

/** A dialect took its text. */
export function take(scan: Scan, taken: Exclude<Taken, { isText: true }>): void {
  const { feed, parts } = scan;
  scan.isAtStart = false;
  scan.isFresh = true;
  const raw = feed.text.slice(0, taken.end);
  if ("block" in taken) parts.block(taken.block, raw);
  else {
    parts.calls(taken.calls, raw);
    scan.isInert ||= taken.isLast === true;
  }
  drop(scan, taken.end);
}
