import { isMarkdown } from "./block-languages.ts";
import type { Dialect, DialectOptions, Opening, Taken } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { type Fence, openBlock, readBlockLine, readFence } from "./fences.ts";
import { infoLabel, MAX_LABEL, readLabelledFence } from "./path-label.ts";
import type { ReplyParts } from "./reply-parts.ts";

/** A mark with the dialect that it opens. */
type Marked = { readonly mark: string; readonly only: "line" | "start" | undefined; readonly dialect: Dialect };

/** A scan under way; its feed begins with what has not been shown or taken yet. `isInert`: nothing that follows can be a call. */
type Scan = {
  readonly fenced: readonly Dialect[];
  readonly marked: readonly Marked[];
  /** Matches what no mark begins with. */
  readonly plain: RegExp;
  readonly feed: Feed;
  readonly options: DialectOptions;
  readonly parts: ReplyParts;
  isInert: boolean;
  isFirstLine: boolean;
  /** Nothing but blanks so far. */
  isAtStart: boolean;
};

/** The current line so far: its beginning, its last character, and the length of the backtick run that opened a code span (0 = none). */
type Line = { head: string; last: string; span: number };

/** Beginnings of what only others say: a model that writes them plays a whole conversation, and its calls there are part of the play. */
const SPEAKER_TAGS = ["<tool_response>", "<|im_start|>"];
const SPEAKER_LABELS = ["User:", "Human:"];
const OWN_LABEL = /^\s*(?:assistant|model|agent|ai|bot)\s*:/i;

const BACKTICKS = /`*/y;
const SPACES = /[ \t]*/y;
const MAX_HEAD = 80;

/**
 * Goes through a reply once, from its beginning to its end, and puts what it finds in `parts`. Calls count where a
 * dialect opens in the model's own text: not in code spans, quotations, other fenced blocks or invented conversations.
 */
export function* scanReply(
  feed: Feed,
  dialects: readonly Dialect[],
  options: DialectOptions,
  parts: ReplyParts,
): Reading<void> {
  const marked = marksOf(dialects);
  const fenced = dialects.filter((dialect) => dialect.opens === "fence");
  const state = { isInert: false, isFirstLine: true, isAtStart: true };
  const scan: Scan = { feed, options, parts, fenced, marked, plain: plainRun(marked), ...state };
  while ((yield* charAt(feed, 0)) !== "") {
    for (const label of SPEAKER_LABELS) scan.isInert ||= yield* startsWith(feed, 0, label);
    if (!(yield* scanFence(scan))) yield* scanLine(scan);
    scan.isFirstLine = false;
  }
}

function marksOf(dialects: readonly Dialect[]): readonly Marked[] {
  return dialects.flatMap((dialect) => {
    const { opens } = dialect;
    return opens === "fence" ? [] : opens.marks.map((mark) => ({ mark, only: opens.only, dialect }));
  });
}

/** A sticky pattern for characters that neither a mark, a tag nor a code span begins with. */
function plainRun(marked: readonly Marked[]): RegExp {
  const firsts = new Set(["`", "<", "\n", ...marked.map(({ mark }) => mark.charAt(0))]);
  const escaped = [...firsts].map((char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return new RegExp(`[^${escaped.join("")}]*`, "uy");
}

/** The fenced block that opens on this line, as a call or as text; false if none does. */
function* scanFence(scan: Scan): Reading<boolean> {
  const { feed, options } = scan;
  const labelled = options.fileBlocks ? yield* readLabelledFence(feed, 0) : null;
  const fence = labelled?.fence ?? (yield* readFence(feed, 0));
  if (!fence) return false;
  const opening: Opening = { bodyAt: fence.bodyAt, fence, ...(labelled ? { path: labelled.path } : {}) };
  for (const dialect of scan.isInert ? [] : scan.fenced) {
    const taken = yield* dialect.read(feed, opening, options);
    if (!taken) continue;
    take(scan, taken);
    return true;
  }
  yield* passBlock(scan, fence);
  return true;
}

/** A block that is no call goes to the person line by line as it comes. */
function* passBlock(scan: Scan, fence: Fence): Reading<void> {
  const { feed } = scan;
  const block = openBlock(fence, isMarkdown(infoLabel(fence.info.slice(0, MAX_LABEL)).language, ""));
  show(scan, fence.bodyAt);
  while ((yield* charAt(feed, 0)) !== "") {
    const kind = yield* readBlockLine(feed, 0, block);
    yield* passLine(scan);
    if (kind === "close") return;
  }
}

function* passLine(scan: Scan): Reading<void> {
  for (;;) {
    const end = scan.feed.text.indexOf("\n");
    show(scan, end < 0 ? scan.feed.text.length : end + 1);
    if (end >= 0 || (yield* charAt(scan.feed, 0)) === "") return;
  }
}

/** A line of prose, shown as it comes but for what may become a call. */
function* scanLine(scan: Scan): Reading<void> {
  const { feed } = scan;
  const line: Line = { head: "", last: "", span: 0 };
  for (;;) {
    scan.plain.lastIndex = 0;
    scan.plain.test(feed.text);
    showInLine(scan, line, scan.plain.lastIndex);
    const char = yield* charAt(feed, 0);
    if (char === "`") {
      const length = yield* skipRun(feed, 0, BACKTICKS);
      if (line.span === 0 || line.span === length) line.span = length - line.span;
      showInLine(scan, line, length);
    } else if (char === "\n" || char === "") {
      show(scan, char.length);
      return;
    } else yield* scanMark(scan, line);
  }
}

/** A character that may begin a call: takes the call, or shows what is none. */
function* scanMark(scan: Scan, line: Line): Reading<void> {
  const found = isQuoted(scan, line) ? null : yield* readMarked(scan, line);
  if (!found) return showInLine(scan, line, 1);
  if (!(yield* isMentioned(scan.feed, line, found.end))) return take(scan, found);
  scan.options.notice("A call in the middle of a sentence was not run: write it on a line of its own.");
  showInLine(scan, line, found.end);
}

function* readMarked(scan: Scan, line: Line): Reading<Taken | null> {
  const { feed, options } = scan;
  for (const tag of SPEAKER_TAGS) scan.isInert ||= yield* startsWith(feed, 0, tag);
  for (const { mark, only, dialect } of scan.marked) {
    if (only !== undefined && (line.head.trim() !== "" || (only === "start" && !scan.isAtStart))) continue;
    if (!(yield* startsWith(feed, 0, mark))) continue;
    if (scan.isInert) {
      options.notice(
        "A call was not run: it stands behind a call that broke off, or in a conversation that you made up.",
      );
      return null;
    }
    const taken = yield* dialect.read(feed, { bodyAt: mark.length, mark }, options);
    if (taken) return taken;
  }
  return null;
}

/** In a code span, behind a quotation mark, in a quotation, an indented block or a line of a transcript. */
function isQuoted({ isFirstLine }: Scan, { head, last, span }: Line): boolean {
  if (span > 0 || (last !== "" && "\"'“‘«".includes(last))) return true;
  return /^\s*>/.test(head) || /^(?: {4}|\t)\s*$/.test(head) || (!isFirstLine && OWN_LABEL.test(head));
}

/** A call in the middle of a sentence, with words before it and behind it on its lines, is spoken of and not made. */
function* isMentioned(feed: Feed, line: Line, end: number): Reading<boolean> {
  if (line.head.trim() === "") return false;
  const next = yield* charAt(feed, yield* skipRun(feed, end, SPACES));
  return next !== "" && next !== "\n" && next !== "<";
}

function take(scan: Scan, taken: Taken): void {
  const { feed, parts } = scan;
  scan.isAtStart = false;
  if ("block" in taken) parts.block(taken.block, feed.text.slice(0, taken.end));
  else {
    parts.calls(taken.calls);
    scan.isInert ||= taken.isLast === true;
  }
  feed.text = feed.text.slice(taken.end);
}

function showInLine(scan: Scan, line: Line, end: number): void {
  const text = scan.feed.text.slice(0, end);
  if (line.head.length < MAX_HEAD) line.head = (line.head + text).slice(0, MAX_HEAD);
  line.last = text.at(-1) ?? line.last;
  show(scan, end);
}

function show(scan: Scan, end: number): void {
  if (end === 0) return;
  const { feed, parts } = scan;
  const text = feed.text.slice(0, end);
  if (text.trim() !== "") scan.isAtStart = false;
  parts.text(text);
  feed.text = feed.text.slice(end);
}
