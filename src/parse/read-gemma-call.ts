import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { type JsonCursor, JsonFault } from "./json-cursor.ts";
import type { JsonObject } from "./json-schema.ts";
import type { Breakage } from "./make-call.ts";
import { readGemmaObject } from "./read-gemma-value.ts";

/** One call with the index behind it, or where and why it broke. */
export type GemmaReading =
  | { readonly ok: true; readonly name: string; readonly arguments: JsonObject; readonly end: number }
  | { readonly ok: false; readonly broken: Breakage; readonly end: number };

const BLANKS = /\s*/y;
const NAME = /[\w.-]*/y;
const BRACES = /\}*/y;
const NEAR = 20;

/** Reads `call:NAME{key:value,…}` at `at`; null if something else stands there. `stops` are texts that end the call from outside. */
export function* readGemmaCall(feed: Feed, at: number, stops: readonly string[]): Reading<GemmaReading | null> {
  const start = yield* skipRun(feed, at, BLANKS);
  if (!(yield* startsWith(feed, start, "call:"))) {
    const rest = feed.text.slice(start);
    const isCut = feed.finish !== null && feed.finish !== "stop" && "call:".startsWith(rest);
    return isCut ? { ok: false, broken: brokenOff(null, ""), end: feed.text.length } : null;
  }
  const nameAt = yield* skipRun(feed, start + "call:".length, BLANKS);
  const nameEnd = yield* skipRun(feed, nameAt, NAME);
  const name = feed.text.slice(nameAt, nameEnd);
  const next = yield* charAt(feed, nameEnd);
  if (next === "" && feed.finish !== "stop") return { ok: false, broken: brokenOff(null, name), end: nameEnd };
  return next === "{" && name !== "" ? yield* readArguments(feed, name, nameEnd, stops) : null;
}

function* readArguments(feed: Feed, name: string, at: number, stops: readonly string[]): Reading<GemmaReading> {
  const cursor: JsonCursor = { feed, at, damage: new Set(), stops };
  try {
    const given = yield* readGemmaObject(cursor);
    const end = yield* skipRun(feed, cursor.at, BRACES);
    const isCut = cursor.damage.has("unclosed") && feed.finish !== "stop" && (yield* charAt(feed, end)) === "";
    return isCut ? { ok: false, broken: brokenOff(name, ""), end } : { ok: true, name, arguments: given, end };
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    yield* charAt(feed, fault.at + NEAR - 1);
    const near = feed.text.slice(Math.max(at, fault.at - NEAR), fault.at + NEAR);
    const broken = { name, error: fault.message, near, cut: fault.cut && feed.finish !== "stop" };
    return { ok: false, broken, end: fault.at };
  }
}

function brokenOff(name: string | null, near: string): Breakage {
  return { name, error: "the text ends here", near, cut: true };
}
