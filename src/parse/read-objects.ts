import type { Json } from "../types.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import type { Breakage } from "./make-call.ts";
import { readJsonFrom } from "./read-json.ts";
import { textAt } from "./text-at.ts";

/** JSON that could not be read. `name`: what it calls, as far as its beginning tells; `hasArguments`: its beginning has the shape of a call. */
export type BrokenObject = Breakage & { readonly hasArguments: boolean; readonly at: number };

/** One JSON value with the index behind it and behind closing brackets too many, or what broke it. */
export type ReadValue =
  | { readonly value: Json; readonly valueEnd: number; readonly end: number; readonly broken: null }
  | { readonly broken: BrokenObject; readonly end: number };

/** Objects or arrays in a row and the index behind them; a broken one ends the row. */
export type ReadObjects = {
  readonly values: readonly Json[];
  readonly broken: BrokenObject | null;
  readonly end: number;
};

const BLANKS = /\s*/y;
const BLANKS_AND_CLOSERS = /[\s}\]]*/y;
const CALL_OPENING =
  /^[[{\s]*(?:["']?(?:type|id)["']?\s*:\s*["'][^"']*["']\s*,\s*)*(?:["']?function["']?\s*:\s*\{\s*)?["']?(?:name|tool|tool_name|function)["']?\s*:\s*["']([^"'\n]{1,80})["']\s*(,\s*["']?(?:arguments|parameters|args|input)["']?\s*:)?/;

/**
 * Reads the JSON objects or arrays that stand at `start`, one behind the other, also with commas or semicolons between;
 * none if something else stands there. Closing brackets too many are skipped. `stops` are texts that end the JSON from outside.
 */
export function* readObjects(feed: Feed, start: number, stops: readonly string[]): Reading<ReadObjects> {
  const values: Json[] = [];
  let end = start;
  let at = yield* skipRun(feed, start, BLANKS);
  while (/[{[]/.test(yield* charAt(feed, at)) && (yield* textAt(feed, at, stops)) === null) {
    const read = yield* readValue(feed, at, stops);
    end = read.end;
    if (read.broken) return { values, broken: read.broken, end };
    values.push(read.value);
    at = yield* behindSeparator(feed, end);
  }
  return { values, broken: null, end };
}

/** Reads the JSON value at `start` as one of `readObjects` is read. */
export function* readValue(feed: Feed, start: number, stops: readonly string[]): Reading<ReadValue> {
  const reading = yield* readJsonFrom(feed, start, stops);
  if (!reading.ok) return { broken: yield* describe(feed, start, reading), end: reading.at };
  const end = yield* skipRun(feed, reading.end, BLANKS_AND_CLOSERS);
  const next = yield* charAt(feed, end);
  if (reading.damage.includes("unclosed") && next === "" && feed.finish !== "stop") {
    const fault = { at: end, error: "closing brackets are missing", cut: true };
    return { broken: yield* describe(feed, start, fault), end };
  }
  // The object closed too early: what goes on here belongs to it.
  if (next !== "" && ",:\"'\\".includes(next) && !/[{[]/.test(yield* charAt(feed, yield* behindSeparator(feed, end)))) {
    const fault = { at: end, error: "text goes on behind the end of the object", cut: false };
    return { broken: yield* describe(feed, start, fault), end };
  }
  return { value: reading.value, valueEnd: reading.end, end, broken: null };
}

/** Behind the comma or semicolon between two values and the blanks that follow it, or `at` itself. */
export function* behindSeparator(feed: Feed, at: number): Reading<number> {
  const next = yield* charAt(feed, at);
  return next === "," || next === ";" ? yield* skipRun(feed, at + 1, BLANKS) : at;
}

type Fault = { readonly at: number; readonly error: string; readonly cut: boolean };

const NEAR = 20;

function* describe(feed: Feed, start: number, { at, error, cut }: Fault): Reading<BrokenObject> {
  const [, name = null, hasArguments] = CALL_OPENING.exec(feed.text.slice(start, Math.min(at, start + 400))) ?? [];
  yield* charAt(feed, at + NEAR - 1);
  const near = feed.text.slice(Math.max(start, at - NEAR), at + NEAR);
  return { name, hasArguments: hasArguments !== undefined, error, near, cut: cut && feed.finish !== "stop", at };
}
