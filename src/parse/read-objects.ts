import type { Json } from "../types.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import type { Breakage } from "./make-call.ts";
import { readJsonFrom } from "./read-json.ts";

/** JSON that could not be read. `name`: what it calls, as far as its beginning tells; `hasArguments`: its beginning has the shape of a call. */
export type BrokenObject = Breakage & { readonly hasArguments: boolean; readonly at: number };

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
 * Reads the JSON objects or arrays that stand at `start`, one behind the other; none if something else stands there.
 * Closing brackets too many are skipped. `stops` are texts that end the JSON from outside.
 */
export function* readObjects(feed: Feed, start: number, stops: readonly string[]): Reading<ReadObjects> {
  const values: Json[] = [];
  let end = start;
  let at = yield* skipRun(feed, start, BLANKS);
  while (/[{[]/.test(yield* charAt(feed, at))) {
    const opened = at;
    const reading = yield* readJsonFrom(feed, opened, stops);
    if (!reading.ok) return { values, broken: yield* describe(feed, at, reading), end: reading.at };
    end = yield* skipRun(feed, reading.end, BLANKS_AND_CLOSERS);
    const next = yield* charAt(feed, end);
    if (reading.damage.includes("unclosed") && next === "" && feed.finish !== "stop") {
      const fault = { at: end, error: "closing brackets are missing", cut: true };
      return { values, broken: yield* describe(feed, at, fault), end };
    }
    values.push(reading.value);
    at = next === "," ? yield* skipRun(feed, end + 1, BLANKS) : end;
    // The object closed too early: what goes on here belongs to it.
    if (next !== "" && ",:\"'\\".includes(next) && !/[{[]/.test(yield* charAt(feed, at))) {
      const fault = { at: end, error: "text goes on behind the end of the object", cut: false };
      values.pop();
      return { values, broken: yield* describe(feed, opened, fault), end };
    }
  }
  return { values, broken: null, end };
}

type Fault = { readonly at: number; readonly error: string; readonly cut: boolean };

const NEAR = 20;

function* describe(feed: Feed, start: number, { at, error, cut }: Fault): Reading<BrokenObject> {
  const [, name = null, hasArguments] = CALL_OPENING.exec(feed.text.slice(start, Math.min(at, start + 400))) ?? [];
  yield* charAt(feed, at + NEAR - 1);
  const near = feed.text.slice(Math.max(start, at - NEAR), at + NEAR);
  return { name, hasArguments: hasArguments !== undefined, error, near, cut: cut && feed.finish !== "stop", at };
}
