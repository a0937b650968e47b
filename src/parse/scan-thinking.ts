import { byFirstCharacter } from "./by-first-character.ts";
import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { readFence } from "./fences.ts";
import { markAt } from "./read-call-at.ts";
import { runWithout } from "./run-without.ts";
import { drop, type Scan } from "./scan.ts";
import { type ThinkingForm, thinkingForms } from "./thinking-forms.ts";

const SPACES = /[ \t]*/y;
const OPENING_MARKS = byFirstCharacter(thinkingForms.flatMap((form) => form.opens.map((mark) => ({ mark, form }))));
const CLOSING_MARKS = byFirstCharacter(
  thinkingForms.flatMap(({ closes, closesMore }) => (closesMore ? [] : closes.map((mark) => ({ mark })))),
);

/** First characters of all marks that open thinking within the reply, or close it. */
export const THINKING_FIRSTS: ReadonlySet<string> = new Set([
  ...CLOSING_MARKS.keys(),
  ...thinkingForms.flatMap(({ opens, at }) => (at === "start" ? [] : opens.map((mark) => mark.charAt(0)))),
]);

/** Takes the thought whose opening mark stands at the beginning of the text; false if none does. `isLineStart`: nothing but blanks before it on its line. */
export function* scanThinking(scan: Scan, isLineStart: boolean): Reading<boolean> {
  if (scan.isThinking) return false;
  for (const { mark, form } of OPENING_MARKS.get(yield* charAt(scan.feed, 0)) ?? []) {
    if (form.at === "start" ? !scan.isFresh : form.at === "line" && !isLineStart) continue;
    if (!(yield* standsHere(scan.feed, mark, form.next))) continue;
    if (form.keepsOpening) scan.parts.thinking(mark);
    drop(scan, mark.length);
    yield* scanThought(scan, form);
    return true;
  }
  return false;
}

function* standsHere(feed: Feed, mark: string, next: RegExp | undefined): Reading<boolean> {
  if (!(yield* startsWith(feed, 0, mark))) return false;
  return next === undefined || next.test(yield* charAt(feed, mark.length));
}

/** A closing mark at the beginning of the text that nothing opened, or null. */
export function* readClosingMark(feed: Feed): Reading<string | null> {
  for (const { mark } of CLOSING_MARKS.get(yield* charAt(feed, 0)) ?? []) {
    if (yield* startsWith(feed, 0, mark)) return mark;
  }
  return null;
}

/** What follows a thought is read like the beginning of a reply. */
export function endThought(scan: Scan): void {
  beginAnew(scan);
  scan.parts.thinkingEnd();
}

/**
 * A thought up to its end, shown as it comes. From the first sign of a call it waits: a thought that is closed holds no
 * calls; one that never is will be read again as a reply whose text is thinking up to its first call.
 */
function* scanThought(scan: Scan, form: ThinkingForm): Reading<void> {
  const { feed } = scan;
  const plain = plainRun([...marksThatEnd(form), ...scan.signs.keys()]);
  const passed: string[] = [];
  const pass = (end: number): void => {
    const text = feed.text.slice(0, end);
    passed.push(text);
    scan.parts.thinking(text);
    drop(scan, end);
  };
  let isLineStart = true;
  for (;;) {
    if (isLineStart) pass(yield* skipRun(feed, 0, SPACES));
    const char = yield* charAt(feed, 0);
    const end = yield* endAt(feed, form, 0);
    if (char === "" || end !== null) {
      drop(scan, end ?? 0);
      return endThought(scan);
    }
    if (yield* startsWithSign(scan, isLineStart)) {
      const closed = yield* findEnd(feed, form);
      if (closed === null) return readAgain(scan, passed.join(""));
      pass(closed);
      continue;
    }
    isLineStart = char === "\n";
    pass(char.length);
    if (isLineStart) continue;
    plain.lastIndex = 0;
    plain.test(feed.text);
    pass(plain.lastIndex);
  }
}

/** Puts an unclosed thought in front of the text again; a file's content in it would be a draft. */
function readAgain(scan: Scan, thought: string): void {
  const { fileBlocks: _, ...options } = scan.options;
  beginAnew(scan);
  scan.options = options;
  scan.isThinking = true;
  scan.shownThinking = thought.length;
  scan.feed.text = thought + scan.feed.text;
}

function beginAnew(scan: Scan): void {
  scan.hasThought = true;
  scan.isFirstLine = true;
  scan.isFresh = true;
}

/** Where the mark stands that ends the thought; null if none does. */
function* findEnd(feed: Feed, form: ThinkingForm): Reading<number | null> {
  const plain = plainRun(marksThatEnd(form));
  for (let at = 0; ; at += 1) {
    at = yield* skipRun(feed, at, plain);
    if ((yield* charAt(feed, at)) === "") return null;
    if ((yield* endAt(feed, form, at)) !== null) return at;
  }
}

function marksThatEnd({ closes, before = [] }: ThinkingForm): string[] {
  return [...closes, ...before];
}

/** A pattern for what neither ends a line nor begins one of the marks. */
function plainRun(marks: readonly string[]): RegExp {
  return runWithout(new Set(["\n", ...marks.map((mark) => mark.charAt(0))]));
}

/** Where what follows the thought begins, if a mark that ends it stands at `at`; else null. */
function* endAt(feed: Feed, { closes, before = [] }: ThinkingForm, at: number): Reading<number | null> {
  for (const mark of closes) if (yield* startsWith(feed, at, mark)) return at + mark.length;
  for (const mark of before) if (yield* startsWith(feed, at, mark)) return at;
  return null;
}

/** Whether a call may begin at the beginning of the text: a dialect's mark or a fence. */
function* startsWithSign({ feed, signs }: Scan, isLineStart: boolean): Reading<boolean> {
  return (yield* markAt(feed, signs, isLineStart)) !== null || (isLineStart && (yield* readFence(feed, 0)) !== null);
}
