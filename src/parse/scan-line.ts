import { byFirstCharacter } from "./by-first-character.ts";
import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { markAt, readMarkedCall } from "./read-call-at.ts";
import { runWithout } from "./run-without.ts";
import { drop, type Scan, show } from "./scan.ts";
import { END_FIRSTS, scanEndTokens, scanFrame } from "./scan-frames.ts";
import { endThought, readClosingMark, scanThinking, THINKING_FIRSTS } from "./scan-thinking.ts";
import { takeCall } from "./take-call.ts";
import { SPEAKER_TAGS } from "./template-tokens.ts";

/** The current line so far: its beginning, its last character, and the length of the backtick run that opened a code span (0 = none). */
type Line = { head: string; last: string; span: number };

const OWN_LABEL = /^\s*(?:assistant|model|agent|ai|bot)\s*:/i;
const BACKTICKS = /`*/y;
const SPACES = /[ \t]*/y;
const MAX_HEAD = 80;
/** From so many backticks on a code span is meant as a block, and goes on behind the line's end. */
const MIN_BLOCK = 3;
const QUOTES = "\"'`“”‘’«»";
const TAGS = byFirstCharacter(SPEAKER_TAGS.map((mark) => ({ mark })));

/** A pattern for what within a line neither a mark, a tag nor a code span begins with, and no line ends with. */
export function plainRun({ marked }: Pick<Scan, "marked">): RegExp {
  const firsts = [...marked].flatMap(([first, group]) => (group.some(({ only }) => only === undefined) ? first : []));
  return runWithout(new Set(["`", "\n", ...END_FIRSTS, ...TAGS.keys(), ...THINKING_FIRSTS, ...firsts]));
}

/** A line of prose, shown as it comes but for what may become a call; it ends early where something was taken out of it. */
export function* scanLine(scan: Scan, plain: RegExp): Reading<void> {
  const { feed } = scan;
  const line: Line = { head: "", last: "", span: scan.openSpan };
  if (scan.isFresh && (yield* scanBeginning(scan, line))) return;
  for (;;) {
    showPlain(scan, line, plain);
    const char = yield* charAt(feed, 0);
    if (char === "`") {
      const length = yield* skipRun(feed, 0, BACKTICKS);
      if (line.span === 0 || line.span === length) line.span = length - line.span;
      showInLine(scan, line, length);
    } else if (char === "\n" || char === "") {
      return endLine(scan, line, char.length);
    } else if (yield* scanMark(scan, line)) return;
  }
}

function endLine(scan: Scan, { span }: Line, length: number): void {
  show(scan, length);
  scan.isFirstLine = false;
  scan.openSpan = span >= MIN_BLOCK ? span : 0;
}

/** What may stand only before anything else: a thought, the mark of a part; taken, with the blanks before it. */
function* scanBeginning(scan: Scan, line: Line): Reading<boolean> {
  const { feed } = scan;
  showInLine(scan, line, yield* skipRun(feed, 0, SPACES));
  if (isQuoted(scan, line)) return false;
  if (yield* scanThinking(scan, true)) return true;
  const call = yield* readMarkedCall(scan, "");
  if (!call) return yield* scanFrame(scan);
  if ("isText" in call) {
    showInLine(scan, line, call.end);
    return false;
  }
  yield* takeCall(scan, call);
  return true;
}

/** A character that may begin a call, a thought or a template's mark: true if what begins there was taken; shows what is none. */
function* scanMark(scan: Scan, line: Line): Reading<boolean> {
  if (isQuoted(scan, line)) {
    showInLine(scan, line, yield* endOfQuoted(scan, line));
    return false;
  }
  if ((yield* scanThinking(scan, line.head.trim() === "")) || (yield* scanThoughtEnd(scan, line))) return true;
  for (const { mark } of TAGS.get(scan.feed.text.charAt(0)) ?? []) {
    scan.isInert ||= yield* startsWith(scan.feed, 0, mark);
  }
  const found = yield* readMarkedCall(scan, line.head);
  if (!found) {
    if (yield* scanEndTokens(scan)) return true;
    showInLine(scan, line, 1);
    return false;
  }
  if (!("isText" in found) && !(yield* isMentioned(scan.feed, line, found.end))) {
    yield* takeCall(scan, found);
    return true;
  }
  if (!("isText" in found))
    scan.options.notice("A call in the middle of a sentence was not run: write it on a line of its own.");
  showInLine(scan, line, found.end);
  return false;
}

/** Behind the whole call that is quoted here, so that its inner lines are not taken for calls; else behind the first character. */
function* endOfQuoted(scan: Scan, line: Line): Reading<number> {
  const isLineStart = line.head.trim() === "";
  const mark = scan.hasBrokenQuote ? null : yield* markAt(scan.feed, scan.marked, isLineStart);
  // The mark alone is spoken of.
  if (mark === null || QUOTES.includes(yield* charAt(scan.feed, mark.length))) return 1;
  const options = { ...scan.options, notice: () => undefined };
  const call = yield* readMarkedCall({ ...scan, options }, line.head);
  if (!call) return 1;
  // The end of one that broke off is not known, and looking for it again and again takes too long.
  scan.hasBrokenQuote = "calls" in call && call.isLast === true;
  return scan.hasBrokenQuote ? 1 : call.end;
}

/** A closing mark of a thought that nothing opened: all that came before it was the thought, unless the reply has had one. */
function* scanThoughtEnd(scan: Scan, { head, last }: Line): Reading<boolean> {
  const mark = scan.isThinking ? null : yield* readClosingMark(scan.feed);
  // Behind a blank or a bracket in a sentence it is spoken of.
  if (mark === null || (head.trim() !== "" && /[\s([{<,]/.test(last))) return false;
  if (!scan.hasThought) {
    scan.parts.allWasThinking();
    scan.isInert = false;
    scan.isAtStart = true;
  }
  drop(scan, mark.length);
  endThought(scan);
  return true;
}

/** In a code span, behind a quotation mark, in a quotation, an indented block or a line of a transcript. */
function isQuoted({ isFirstLine }: Scan, { head, last, span }: Line): boolean {
  if (span > 0 || (last !== "" && QUOTES.includes(last))) return true;
  return /^\s*>/.test(head) || /^(?: {4}|\t)\s*$/.test(head) || (!isFirstLine && OWN_LABEL.test(head));
}

/** A call in the middle of a sentence, with words before it and behind it on its lines, is spoken of and not made. */
function* isMentioned(feed: Feed, line: Line, end: number): Reading<boolean> {
  const text = feed.text.slice(0, end);
  const endsLine = text.slice(text.trimEnd().length).includes("\n");
  if (line.head.trim() === "" || endsLine) return false;
  const next = yield* charAt(feed, yield* skipRun(feed, end, SPACES));
  return next !== "" && next !== "\n" && next !== "<";
}

/** Shows what no mark begins with. Some marks count only as the first thing on a line, and many of these begin with a letter. */
function showPlain(scan: Scan, line: Line, plain: RegExp): void {
  const run = line.head.trim() === "" ? SPACES : plain;
  run.lastIndex = 0;
  run.test(scan.feed.text);
  showInLine(scan, line, run.lastIndex);
}

function showInLine(scan: Scan, line: Line, end: number): void {
  const text = scan.feed.text.slice(0, end);
  if (line.head.length < MAX_HEAD) line.head = (line.head + text).slice(0, MAX_HEAD);
  line.last = text.at(-1) ?? line.last;
  show(scan, end);
}
