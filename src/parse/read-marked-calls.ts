import type { Call, Json } from "../types.ts";
import { behindCloser, behindMarks } from "./behind-marks.ts";
import { writtenCalls } from "./call-shape.ts";
import type { DialectOptions, Taken } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import { type CallMaker, makeBrokenCall, makeCall } from "./make-call.ts";
import { makeBrokenPythonCall, makePythonCall } from "./make-python-call.ts";
import { readObjects } from "./read-objects.ts";
import { readPythonCalls } from "./read-python-calls.ts";

/** A form whose calls stand between marks: its name, and the marks that may close it, its own first. */
export type MarkedForm = {
  readonly form: string;
  readonly closers: readonly string[];
  /** Marks of which another one may follow where the closing mark misses. */
  readonly openers?: readonly string[];
};

/** Calls as read, the one that broke off behind them, and the index behind the last whole one or of the breakage. */
export type MarkedCalls = { readonly calls: readonly Call[]; readonly broken: Call | null; readonly end: number };

const BLANKS = /\s*/y;

/**
 * Takes what stands behind the opening mark of a call, as Python or as JSON; null if it is neither. The closing mark may
 * miss; behind a call that broke off it is looked for, and nothing that follows may run.
 */
export function* readMarkedCalls(
  feed: Feed,
  bodyAt: number,
  marked: MarkedForm,
  options: DialectOptions,
): Reading<Taken | null> {
  const at = yield* skipRun(feed, bodyAt, BLANKS);
  if ((yield* charAt(feed, at)) === "" && feed.finish !== "stop") {
    const lost = { name: null, error: "nothing was there", near: "", cut: true };
    return { end: at, calls: [makeBrokenCall(lost, marked.form, options)], isLast: true };
  }
  const content = (yield* readPython(feed, at, marked, options)) ?? (yield* readJson(feed, at, marked, options));
  return content && (yield* closeCalls(feed, marked.closers, content));
}

function* readPython(
  feed: Feed,
  at: number,
  { form, closers, openers = [] }: MarkedForm,
  maker: CallMaker,
): Reading<MarkedCalls | null> {
  const { calls, broken, end } = yield* readPythonCalls(feed, at, [...closers, ...openers]);
  if (calls.length === 0 && !broken) return null;
  const made = calls.map((call) => makePythonCall(call, form, maker));
  return { calls: made, broken: broken && makeBrokenPythonCall(broken, form, maker), end };
}

function* readJson(
  feed: Feed,
  at: number,
  { form, closers, openers = [] }: MarkedForm,
  maker: CallMaker,
): Reading<MarkedCalls | null> {
  const { values, broken, end } = yield* readObjects(feed, at, [...closers, ...openers]);
  if (values.length === 0 && !broken) return null;
  const made = values.flatMap((value) => makeMarkedCalls(value, form, maker));
  return { calls: made, broken: broken && makeBrokenCall(broken, form, maker), end };
}

/** The calls that a JSON value between marks writes down; a broken one where it writes down none. */
export function makeMarkedCalls(value: Json, form: string, maker: CallMaker): Call[] {
  const written = writtenCalls(value);
  if (written) return written.map((call) => makeCall(call, form, maker));
  const near = JSON.stringify(value).slice(0, 40);
  return [
    makeBrokenCall({ name: null, error: 'expected {"name": …, "arguments": {…}}', near, cut: false }, form, maker),
  ];
}

/** Takes calls with their closing marks; behind one that broke off the form's own may stand anywhere. */
export function* closeCalls(feed: Feed, closers: readonly string[], content: MarkedCalls): Reading<Taken> {
  const { calls, broken, end } = content;
  if (broken) return { end: yield* behindCloser(feed, end, closers), calls: [...calls, broken], isLast: true };
  return { end: yield* behindMarks(feed, end, closers), calls };
}
