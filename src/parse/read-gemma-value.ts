import type { Json } from "../types.ts";
import { charAt, type Feed, indexOf, type Reading, skipRun, startsWith } from "./feed.ts";
import { checkDepth, type JsonCursor, JsonFault, nextToken, unexpected } from "./json-cursor.ts";
import type { JsonObject } from "./json-schema.ts";
import { readItems } from "./read-items.ts";
import { readJsonLiteral } from "./read-json.ts";
import { readJsonString } from "./read-json-string.ts";

/** The token that stands before and behind a string: of Gemma 4, and of FunctionGemma. */
const QUOTES = ['<|"|>', "<escape>"];
const KEY = /[^\s:,{}[\]"'<]*/y;

/** Reads an object as Gemma writes it, at its opening brace: keys without quotes, strings raw between quote tokens. Throws `JsonFault`. */
export function* readGemmaObject(cursor: JsonCursor, depth = 0): Reading<JsonObject> {
  const members: [string, Json][] = [];
  yield* readItems(cursor, "}", nextToken, function* readMember() {
    const key = yield* readKey(cursor);
    if ((yield* nextToken(cursor)) !== ":") throw yield* unexpected(cursor, '":" behind a key');
    cursor.at += 1;
    members.push([key, yield* readValue(cursor, depth + 1)]);
  });
  return Object.fromEntries(members);
}

function* readValue(cursor: JsonCursor, depth: number): Reading<Json> {
  checkDepth(cursor, depth);
  const char = yield* nextToken(cursor);
  if (char === "{") return yield* readGemmaObject(cursor, depth);
  if (char !== "[") return (yield* readString(cursor, char)) ?? (yield* readJsonLiteral(cursor));
  const items: Json[] = [];
  yield* readItems(cursor, "]", nextToken, function* readItem() {
    items.push(yield* readValue(cursor, depth + 1));
  });
  return items;
}

function* readKey(cursor: JsonCursor): Reading<string> {
  const text = yield* readString(cursor, yield* charAt(cursor.feed, cursor.at));
  if (text !== null) return text;
  const end = yield* skipRun(cursor.feed, cursor.at, KEY);
  const key = cursor.feed.text.slice(cursor.at, end);
  if (key === "") throw yield* unexpected(cursor, "a key");
  cursor.at = end;
  return key;
}

/** The string at the cursor, its content as it stands; where a model used JSON's quotes, as JSON means it. Null if there is none. */
function* readString(cursor: JsonCursor, char: string): Reading<string | null> {
  if (char === '"') return yield* readJsonString(cursor);
  const { feed, at } = cursor;
  const quote = yield* quoteAt(feed, at);
  if (quote === null) return null;
  const start = at + quote.length;
  const end = yield* indexOf(feed, quote, start);
  if (end < 0) throw new JsonFault(at, "a string that opens here is not closed", true);
  cursor.at = end + quote.length;
  return feed.text.slice(start, end);
}

function* quoteAt(feed: Feed, at: number): Reading<string | null> {
  for (const quote of QUOTES) if (yield* startsWith(feed, at, quote)) return quote;
  return null;
}
