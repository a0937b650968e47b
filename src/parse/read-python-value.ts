import type { Json } from "../types.ts";
import { charAt, type Reading, skipRun } from "./feed.ts";
import { checkDepth, type JsonCursor, JsonFault, unexpected } from "./json-cursor.ts";
import { readItems } from "./read-items.ts";
import { readPythonString } from "./read-python-string.ts";

const BLANKS = /\s*/y;
const COMMENT = /[^\n]*/y;
/** A name or a number, signs and all, so that a sum is one word that is neither. */
const WORD = /[\w.+-]*/y;
const NAME = /^[A-Za-z_][\w-]*$/;
const DIGITS = String.raw`\d(?:_?\d)*`;
const INTEGER = /^[+-]?(?:0(?:_?0)*|[1-9](?:_?\d)*)$/;
const FLOAT = new RegExp(`^[+-]?(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.|${DIGITS}(?=[eE]))(?:[eE][+-]?${DIGITS})?$`);
const BASED = /^([+-]?)(0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)$/;
/** Python's own, and JSON's, which models mix in. */
const LITERALS = new Map<string, Json>([
  ["True", true],
  ["False", false],
  ["None", null],
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Skips blanks, comments and line joins, and returns the next token's first character, "" at the end. */
export function* nextPythonToken(cursor: JsonCursor): Reading<string> {
  const { feed } = cursor;
  for (;;) {
    cursor.at = yield* skipRun(feed, cursor.at, BLANKS);
    const char = yield* charAt(feed, cursor.at);
    if (char === "#") cursor.at = yield* skipRun(feed, cursor.at, COMMENT);
    // A line break between tokens, joined as Python does, or escaped once too often.
    else if (char === "\\" && /[\nnrt]/.test(yield* charAt(feed, cursor.at + 1))) cursor.at += 2;
    else return char;
  }
}

/**
 * Reads the Python literal at the cursor as JSON: strings (also several behind one another), numbers, True, False, None,
 * lists, tuples, dicts. Nothing is evaluated; what is no literal or no JSON is a `JsonFault`.
 */
export function* readPythonValue(cursor: JsonCursor, depth = 0): Reading<Json> {
  checkDepth(cursor, depth);
  const char = yield* nextPythonToken(cursor);
  if (char === "{") return yield* readDict(cursor, depth);
  if (char === "[") return (yield* readSequence(cursor, "]", depth)).items;
  if (char === "(") return yield* readTuple(cursor, depth);
  const prefix = yield* stringPrefix(cursor);
  return prefix === null ? yield* readWord(cursor) : yield* readStrings(cursor, prefix);
}

/** The name of an argument or key that stands at the cursor, without moving, or null. */
export function* pythonName(cursor: JsonCursor): Reading<string | null> {
  const end = yield* skipRun(cursor.feed, cursor.at, WORD);
  const word = cursor.feed.text.slice(cursor.at, end);
  return NAME.test(word) && !LITERALS.has(word) ? word : null;
}

function* readSequence(cursor: JsonCursor, close: string, depth: number) {
  const items: Json[] = [];
  const hasTrailingComma = yield* readItems(cursor, close, nextPythonToken, function* readItem() {
    items.push(yield* readPythonValue(cursor, depth + 1));
  });
  return { items, hasTrailingComma };
}

/** A tuple, or a value in parentheses. */
function* readTuple(cursor: JsonCursor, depth: number): Reading<Json> {
  const { items, hasTrailingComma } = yield* readSequence(cursor, ")", depth);
  const [first] = items;
  return items.length === 1 && first !== undefined && !hasTrailingComma ? first : items;
}

function* readDict(cursor: JsonCursor, depth: number): Reading<Json> {
  const members: [string, Json][] = [];
  yield* readItems(cursor, "}", nextPythonToken, function* readMember() {
    const key = yield* readKey(cursor);
    if ((yield* nextPythonToken(cursor)) !== ":") throw yield* unexpected(cursor, '":" behind a key of a dict');
    cursor.at += 1;
    members.push([key, yield* readPythonValue(cursor, depth + 1)]);
  });
  return Object.fromEntries(members);
}

function* readKey(cursor: JsonCursor): Reading<string> {
  const prefix = yield* stringPrefix(cursor);
  if (prefix !== null) return yield* readStrings(cursor, prefix);
  const name = yield* pythonName(cursor);
  if (name === null) throw yield* unexpected(cursor, "a string as key");
  cursor.at += name.length;
  return name;
}

/** What stands before a string's quotes at the cursor, "" if nothing does; null if no string stands there. */
function* stringPrefix({ feed, at }: JsonCursor): Reading<string | null> {
  const end = yield* skipRun(feed, at, WORD);
  const next = yield* charAt(feed, end);
  return next === '"' || next === "'" ? feed.text.slice(at, end) : null;
}

/** One string, or several that Python joins; only blanks between them tell that from quotes inside a string. */
function* readStrings(cursor: JsonCursor, firstPrefix: string): Reading<string> {
  let text = "";
  for (let prefix: string | null = firstPrefix; prefix !== null; ) {
    cursor.at += prefix.length;
    text += yield* readPythonString(cursor, prefix);
    const end = cursor.at;
    yield* nextPythonToken(cursor);
    prefix = yield* stringPrefix(cursor);
    if (prefix !== null && cursor.at === end) {
      throw new JsonFault(end, "a quote inside a string: put a backslash before it", false);
    }
  }
  return text;
}

function* readWord(cursor: JsonCursor): Reading<Json> {
  const end = yield* skipRun(cursor.feed, cursor.at, WORD);
  const word = cursor.feed.text.slice(cursor.at, end);
  const value = LITERALS.has(word) ? LITERALS.get(word) : toNumber(word);
  if (value === undefined) throw yield* unexpected(cursor, "a literal value", end);
  cursor.at = end;
  return value;
}

/** The number that a word writes; undefined if it is none, or an integer or float that JSON readers would round or lose. */
function toNumber(word: string): number | undefined {
  const plain = word.replaceAll("_", "");
  if (INTEGER.test(word)) return safe(Number(plain));
  const based = BASED.exec(word);
  if (based) return safe(Number(based[2]?.replaceAll("_", "")) * (based[1] === "-" ? -1 : 1));
  const number = FLOAT.test(word) ? Number(plain) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function safe(integer: number): number | undefined {
  return Number.isSafeInteger(integer) ? integer : undefined;
}
