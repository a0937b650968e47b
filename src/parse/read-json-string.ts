import { charAt, type Reading, skipRun, startsWith } from "./feed.ts";
import { type JsonCursor, JsonFault } from "./json-cursor.ts";

const PLAIN = { '"': /[^"\\]*/y, "'": /[^'\\]*/y } as const;
const CONTROL = /[^ -\u{10ffff}]/u;
const SHORT_ESCAPES = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/**
 * Reads the string that opens at the cursor: in double, single or three quotes, line breaks and tabs allowed inside.
 * Escapes that languages read differently are faults, not guesses.
 */
export function* readJsonString(cursor: JsonCursor): Reading<string> {
  const { feed, at: opened } = cursor;
  const quote = (yield* charAt(feed, opened)) === "'" ? "'" : '"';
  const isTriple = yield* startsWith(feed, opened, quote.repeat(3));
  const close = isTriple ? quote.repeat(3) : quote;
  const body = yield* readBody(cursor, quote, close);
  // Code pasted between three quotes over several lines may mean its backslashes as they stand, Python would decode them.
  if (isTriple && body.hasEscape && body.hasControl) {
    throw new JsonFault(opened, "backslashes between three quotes can be read in two ways: use a JSON string", false);
  }
  if (isTriple) cursor.damage.add("triple-quotes");
  else if (quote === "'") cursor.damage.add("single-quotes");
  if (body.hasControl && !isTriple) cursor.damage.add("raw-control");
  return body.text;
}

type Body = { text: string; hasControl: boolean; hasEscape: boolean };

/** From the opening quotes at the cursor to behind the closing ones. */
function* readBody(cursor: JsonCursor, quote: '"' | "'", close: string): Reading<Body> {
  const { feed, at: opened } = cursor;
  const body: Body = { text: "", hasControl: false, hasEscape: false };
  cursor.at += close.length;
  for (;;) {
    const end = yield* skipRun(feed, cursor.at, PLAIN[quote]);
    const plain = feed.text.slice(cursor.at, end);
    cursor.at = end;
    body.text += plain;
    body.hasControl ||= CONTROL.test(plain);
    const char = yield* charAt(feed, end);
    if (char === "") throw new JsonFault(opened, "a string that opens here is not closed", true);
    if (char === "\\") {
      body.hasEscape = true;
      body.text += yield* readEscape(cursor);
    } else if (yield* startsWith(feed, end, close)) {
      cursor.at += close.length;
      return body;
    } else {
      body.text += char;
      cursor.at += 1;
    }
  }
}

/** Decodes the escape whose backslash stands at the cursor, and moves behind it. */
function* readEscape(cursor: JsonCursor): Reading<string> {
  const { feed, at } = cursor;
  const char = yield* charAt(feed, at + 1);
  const short = SHORT_ESCAPES.get(char);
  const digits = char === "u" ? 4 : char === "x" ? 2 : 0;
  if (char === "'" || char === "x") cursor.damage.add("escape");
  cursor.at = at + 2 + digits;
  if (short !== undefined) return short;
  const last = yield* charAt(feed, at + 1 + digits);
  const hex = feed.text.slice(at + 2, at + 2 + digits);
  if (hex !== "" && /^[\da-fA-F]+$/.test(hex) && last !== "") return String.fromCharCode(Number.parseInt(hex, 16));
  throw new JsonFault(at, `\\${char} is no JSON escape: write a backslash as \\\\`, last === "");
}
