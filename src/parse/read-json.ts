import type { Json } from "../types.ts";
import { charAt, type Feed, type Reading, readWhole, skipRun } from "./feed.ts";
import { checkDepth, type Damage, type JsonCursor, JsonFault, nextToken, unexpected } from "./json-cursor.ts";
import { readItems } from "./read-items.ts";
import { readJsonString } from "./read-json-string.ts";

/** A value with the index behind it, or a fault with its index; `cut`: the text ended inside the value. */
export type JsonReading =
  | { readonly ok: true; readonly value: Json; readonly end: number; readonly damage: readonly Damage[] }
  | { readonly ok: false; readonly at: number; readonly error: string; readonly cut: boolean };

const WORD = /[\w$.+-]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const KEY = /^[A-Za-z_$][\w$-]*$/;
const LITERALS = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
]);

/**
 * Reads one JSON value at `start`, with the damage that small models do to it. It works on tokens: a string's content
 * is taken as it was meant or not at all, so the result is the original value or a fault. What follows is not looked at.
 */
export function* readJsonFrom(feed: Feed, start: number, stops: readonly string[] = []): Reading<JsonReading> {
  const cursor: JsonCursor = { feed, at: start, damage: new Set(), stops };
  try {
    const value = yield* readValue(cursor, 0);
    return { ok: true, value, end: cursor.at, damage: [...cursor.damage].sort() };
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return { ok: false, at: fault.at, error: fault.message, cut: fault.cut };
  }
}

/** `readJsonFrom` over a text that lies there whole. */
export function readJson(text: string, start = 0): JsonReading {
  return readWhole(text, (feed) => readJsonFrom(feed, start));
}

function* readValue(cursor: JsonCursor, depth: number): Reading<Json> {
  checkDepth(cursor, depth);
  const char = yield* nextToken(cursor);
  if (char === "{") return yield* readObject(cursor, depth);
  if (char === "[") return yield* readArray(cursor, depth);
  if (char === '"' || char === "'") return yield* readJsonString(cursor);
  return yield* readJsonLiteral(cursor);
}

function* readObject(cursor: JsonCursor, depth: number): Reading<Json> {
  const members: [string, Json][] = [];
  yield* readItems(
    cursor,
    "}",
    nextToken,
    function* readMember() {
      const key = yield* readKey(cursor);
      if ((yield* nextToken(cursor)) !== ":") throw yield* unexpected(cursor, '":" behind a key');
      cursor.at += 1;
      members.push([key, yield* readValue(cursor, depth + 1)]);
    },
    mayLackComma,
  );
  return Object.fromEntries(members);
}

function* readArray(cursor: JsonCursor, depth: number): Reading<Json> {
  const items: Json[] = [];
  yield* readItems(
    cursor,
    "]",
    nextToken,
    function* readItem() {
      items.push(yield* readValue(cursor, depth + 1));
    },
    mayLackComma,
  );
  return items;
}

/**
 * Behind a string a quote may be its own that was not escaped; and behind an object, what looks like the next member may
 * belong inside it.
 */
function mayLackComma(before: string, behind: string): boolean {
  return behind === '"' ? /[\w\]]/.test(before) : "{[".includes(behind) && "}]".includes(before);
}

function* readKey(cursor: JsonCursor): Reading<string> {
  const char = yield* charAt(cursor.feed, cursor.at);
  if (char === '"' || char === "'") return yield* readJsonString(cursor);
  const end = yield* skipRun(cursor.feed, cursor.at, WORD);
  const word = cursor.feed.text.slice(cursor.at, end);
  if (!KEY.test(word)) throw yield* unexpected(cursor, "a key", end);
  cursor.damage.add("unquoted-key");
  cursor.at = end;
  return word;
}

/** Reads the number, boolean or null at the cursor. Throws `JsonFault`. */
export function* readJsonLiteral(cursor: JsonCursor): Reading<Json> {
  const end = yield* skipRun(cursor.feed, cursor.at, WORD);
  const word = cursor.feed.text.slice(cursor.at, end);
  const value = LITERALS.get(word) ?? (NUMBER.test(word) ? Number(word) : undefined);
  if (!LITERALS.has(word) && !Number.isFinite(value)) throw yield* unexpected(cursor, "a value", end);
  if (/^[TFN]/.test(word)) cursor.damage.add("python-literal");
  cursor.at = end;
  return value ?? null;
}
