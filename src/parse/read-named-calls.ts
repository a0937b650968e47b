import type { Call } from "../types.ts";
import { behindCloser, behindMarks } from "./behind-marks.ts";
import type { DialectOptions, Taken } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import { readFence } from "./fences.ts";
import { makeBrokenCall, makeCall } from "./make-call.ts";
import { readValue } from "./read-objects.ts";
import { textAt } from "./text-at.ts";

/** A form of calls with a name behind an opening mark, then the arguments as JSON. All marks but the first may miss. */
export type NamedForm = {
  readonly form: string;
  readonly openers: readonly string[];
  /** Marks between the name and the arguments; what stands behind one is a call's id, or with `hasKind` the name itself. */
  readonly separators: readonly string[];
  readonly hasKind?: boolean;
  /** Without a separator it is none of this form. */
  readonly needsSeparator?: boolean;
  /** The call's own first. */
  readonly closers: readonly string[];
};

/** A call as read with the index behind it; `isBroken`: where it ends is uncertain. */
export type NamedCall = { readonly call: Call; readonly isBroken: boolean; readonly end: number };

const BLANKS = /\s*/y;
const NAME = /[\w.:-]*/y;
const FENCE = "```";
/** A section's mark, a call's, and one too many. */
const MAX_OPENERS = 3;

/** Takes the calls that stand in a row at the beginning of the text; null if none does. */
export function* readNamedCalls(feed: Feed, form: NamedForm, options: DialectOptions): Reading<Taken | null> {
  const calls: Call[] = [];
  let end = 0;
  let at = yield* behindMarks(feed, 0, form.openers, MAX_OPENERS);
  do {
    const read = yield* readNamedCall(feed, at, form, options);
    if (!read) break;
    calls.push(read.call);
    if (read.isBroken) return { end: read.end, calls, isLast: true };
    end = read.end;
    at = yield* behindMarks(feed, end, form.openers, MAX_OPENERS);
  } while (at > end);
  return calls.length > 0 ? { end, calls } : null;
}

function* readNamedCall(feed: Feed, at: number, form: NamedForm, options: DialectOptions): Reading<NamedCall | null> {
  const head = yield* readHead(feed, at, form);
  const isCut = feed.finish !== "stop" && (yield* endsInMark(feed, head.end, form.separators));
  if (isCut && (head.hasSeparator || !form.needsSeparator))
    return brokenOff(feed, head.name === "" ? null : head.name, form.form, options);
  const isEmpty = head.hasSeparator && (yield* textAt(feed, head.end, form.closers)) !== null;
  if (
    head.name === "" ||
    (form.needsSeparator && !head.hasSeparator) ||
    (!isEmpty && !/[{"]/.test(yield* charAt(feed, head.end)))
  )
    return null;
  const closers = head.hasFence ? [FENCE, ...form.closers] : form.closers;
  return yield* readNamedArguments(feed, head.end, { ...form, closers, name: head.name }, options);
}

/** What comes before a call's arguments, up to their beginning. */
type Head = { readonly name: string; readonly end: number; readonly hasSeparator: boolean; readonly hasFence: boolean };

/** `NAME`, `NAME separator`, `NAME separator ID separator`, or `KIND separator NAME`; then perhaps the opening line of a fence. */
function* readHead(feed: Feed, start: number, { separators, hasKind }: NamedForm): Reading<Head> {
  let { word: name, end } = yield* readWord(feed, start);
  let hasSeparator = false;
  for (;;) {
    const separator = yield* textAt(feed, end, separators);
    if (separator === null) break;
    hasSeparator = true;
    const next = yield* readWord(feed, end + separator.length);
    if (hasKind && next.word !== "") name = next.word;
    end = next.end;
  }
  const fence = (yield* charAt(feed, end)) === "`" ? yield* readFence(feed, end) : null;
  return { name, end: yield* skipRun(feed, fence?.bodyAt ?? end, BLANKS), hasSeparator, hasFence: fence !== null };
}

/** A word with the index behind it and the blanks around it. */
function* readWord(feed: Feed, from: number): Reading<{ word: string; end: number }> {
  const at = yield* skipRun(feed, from, BLANKS);
  const end = yield* skipRun(feed, at, NAME);
  return { word: feed.text.slice(at, end), end: yield* skipRun(feed, end, BLANKS) };
}

/** Whether the text ends at `at` or with what may become one of the marks. */
function* endsInMark(feed: Feed, at: number, marks: readonly string[]): Reading<boolean> {
  yield* textAt(feed, at, marks);
  return (yield* charAt(feed, at)) === "" || marks.some((mark) => mark.startsWith(feed.text.slice(at)));
}

function brokenOff(feed: Feed, name: string | null, form: string, options: DialectOptions): NamedCall {
  const broken = { name, error: "nothing was there", near: "", cut: true };
  return { call: makeBrokenCall(broken, form, options), isBroken: true, end: feed.text.length };
}

/** How arguments are read: the tool's name as written, and the marks that end them. */
export type NamedArguments = Pick<NamedForm, "form" | "openers" | "closers"> & { readonly name: string };

/** Reads the arguments of a call whose name has been read, and its closing marks; none where a closing mark follows at once. */
export function* readNamedArguments(
  feed: Feed,
  at: number,
  { form, name: written, openers, closers }: NamedArguments,
  options: DialectOptions,
): Reading<NamedCall> {
  const name = withoutNumber(written);
  if ((yield* charAt(feed, at)) === "" && feed.finish !== "stop") return brokenOff(feed, name, form, options);
  if ((yield* textAt(feed, at, closers)) !== null) {
    const call = makeCall({ name, arguments: undefined, isExact: true }, form, options);
    return { call, isBroken: false, end: yield* behindMarks(feed, at, closers) };
  }
  const read = yield* readValue(feed, at, [...closers, ...openers]);
  if (read.broken) {
    const call = makeBrokenCall({ ...read.broken, name }, form, options);
    return { call, isBroken: true, end: yield* behindCloser(feed, read.end, closers) };
  }
  const call = makeCall({ name, arguments: read.value, isExact: true }, form, options);
  return { call, isBroken: false, end: yield* behindMarks(feed, read.end, closers) };
}

/** Kimi numbers its calls behind the name: `functions.read:0`, or where a tokenizer is broken `functions_read_0`. */
function withoutNumber(name: string): string {
  return name.replace(/^functions_(.+)_\d+$/, "$1").replace(/:\d+$/, "");
}
