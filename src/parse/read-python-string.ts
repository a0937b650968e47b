import { charAt, type Reading, skipRun, startsWith } from "./feed.ts";
import { type JsonCursor, JsonFault } from "./json-cursor.ts";

const PLAIN = { '"': /[^"\\]*/y, "'": /[^'\\]*/y } as const;
const LINE_BREAK = /[\n\r]/;
/** Python's reference, "Escape sequences"; a backslash before a line break joins the lines. */
const SHORT_ESCAPES = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\n", ""],
]);
const HEX_DIGITS = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/**
 * Reads the Python string whose opening quote stands at the cursor, behind its `prefix` ("", r, u, b or mixed, any case).
 * Line breaks are allowed in every kind of quotes. What needs evaluation, is no text or can be read in two ways is a fault.
 */
export function* readPythonString(cursor: JsonCursor, prefix: string): Reading<string> {
  const { feed, at: opened } = cursor;
  const kind = prefix.toLowerCase();
  if (!/^(?:r?b?|br|u)$/.test(kind)) {
    throw new JsonFault(opened, `${prefix}-strings are not evaluated: write out the text itself`, false);
  }
  const quote = (yield* charAt(feed, opened)) === "'" ? "'" : '"';
  const isTriple = yield* startsWith(feed, opened, quote.repeat(3));
  const body = yield* readBody(cursor, { quote, close: isTriple ? quote.repeat(3) : quote, isRaw: kind.includes("r") });
  // Code pasted between three quotes over several lines may mean its backslashes as they stand, Python would decode them.
  if (isTriple && body.hasEscape && body.hasLineBreak) {
    const error = 'backslashes in a text of several lines can be read in two ways: write r"""…""" to keep them';
    throw new JsonFault(opened, error, false);
  }
  if (kind.includes("b") && /[^\0-\x7f]/.test(body.text)) {
    throw new JsonFault(opened, "bytes beyond ASCII are no text: leave out the b", false);
  }
  return body.text;
}

type Form = { readonly quote: '"' | "'"; readonly close: string; readonly isRaw: boolean };
type Body = { text: string; hasLineBreak: boolean; hasEscape: boolean };

/** From the opening quotes at the cursor to behind the closing ones. */
function* readBody(cursor: JsonCursor, { quote, close, isRaw }: Form): Reading<Body> {
  const { feed, at: opened } = cursor;
  const body: Body = { text: "", hasLineBreak: false, hasEscape: false };
  cursor.at += close.length;
  // The usual way to begin a text of several lines on a line of its own.
  if (!isRaw && (yield* startsWith(feed, cursor.at, "\\\n"))) cursor.at += 2;
  for (;;) {
    const end = yield* skipRun(feed, cursor.at, PLAIN[quote]);
    const plain = feed.text.slice(cursor.at, end);
    cursor.at = end;
    body.text += plain;
    body.hasLineBreak ||= LINE_BREAK.test(plain);
    const char = yield* charAt(feed, end);
    if (char === "") throw new JsonFault(opened, "a string that opens here is not closed", true);
    if (char === "\\") {
      body.hasEscape ||= !isRaw;
      body.text += isRaw ? yield* readRawPair(cursor) : yield* readEscape(cursor);
    } else if (yield* startsWith(feed, end, close)) {
      cursor.at += close.length;
      return body;
    } else {
      body.text += char;
      cursor.at += 1;
    }
  }
}

/** In a raw string a backslash keeps the quote behind it from closing, and both stay. */
function* readRawPair(cursor: JsonCursor): Reading<string> {
  const { feed, at } = cursor;
  yield* charAt(feed, at + 1);
  cursor.at = Math.min(at + 2, feed.text.length);
  return feed.text.slice(at, cursor.at);
}

/** Decodes the escape whose backslash stands at the cursor, and moves behind it; one that Python does not know stays as it is. */
function* readEscape(cursor: JsonCursor): Reading<string> {
  const { feed, at } = cursor;
  const char = yield* charAt(feed, at + 1);
  const short = SHORT_ESCAPES.get(char);
  const digits = HEX_DIGITS.get(char);
  if (digits !== undefined) return yield* readHex(cursor, digits);
  if (/[0-7N]/.test(char)) throw new JsonFault(at, `\\${char} is not read: write the character itself, or \\u…`, false);
  cursor.at = Math.min(at + 2, feed.text.length);
  return short ?? `\\${char}`;
}

function* readHex(cursor: JsonCursor, digits: number): Reading<string> {
  const { feed, at } = cursor;
  const last = yield* charAt(feed, at + 1 + digits);
  const hex = feed.text.slice(at + 2, at + 2 + digits);
  const code = /^[\da-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : Number.NaN;
  if (!(code <= 0x10ffff)) {
    const error = `\\${feed.text.charAt(at + 1)} needs ${digits} hexadecimal digits: write a backslash as \\\\`;
    throw new JsonFault(at, error, last === "");
  }
  cursor.at = at + 2 + digits;
  return String.fromCodePoint(code);
}
