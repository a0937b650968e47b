import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";

/** What was wrong with a JSON text and could be read all the same without changing a value. `unclosed`: only closing brackets miss at the end. */
export type Damage =
  | "comment"
  | "escape"
  | "missing-comma"
  | "python-literal"
  | "raw-control"
  | "single-quotes"
  | "trailing-comma"
  | "triple-quotes"
  | "unclosed"
  | "unquoted-key"
  | "visible-escape";

/** Where a reader stands; `stops` are texts that end the value from outside, as the end of the text does. */
export type JsonCursor = {
  readonly feed: Feed;
  at: number;
  readonly damage: Set<Damage>;
  readonly stops: readonly string[];
};

/**
 * Carries a fault out of the reader's recursion; `at` is its index, `cut` says that the text ended there. Caught in
 * `readJsonFrom`. No `Error`: a reply may hold thousands, and each would pay for a stack trace.
 */
export class JsonFault {
  readonly at: number;
  readonly message: string;
  readonly cut: boolean;

  constructor(at: number, message: string, cut: boolean) {
    this.at = at;
    this.message = message;
    this.cut = cut;
  }
}

/** Far beyond any tool's arguments, far below the call stack's depth. */
const MAX_DEPTH = 100;

const BLANKS = /\s*/y;
const COMMENT = /[^\n]*/y;

/** Skips what may stand between tokens and returns the next token's first character, "" at the end. */
export function* nextToken(cursor: JsonCursor): Reading<string> {
  const { feed } = cursor;
  for (;;) {
    cursor.at = yield* skipRun(feed, cursor.at, BLANKS);
    const char = yield* charAt(feed, cursor.at);
    if (char === "/" && (yield* startsWith(feed, cursor.at, "//"))) {
      cursor.damage.add("comment");
      cursor.at = yield* skipRun(feed, cursor.at, COMMENT);
    } else if (char === "\\" && /[nrt]/.test(yield* charAt(feed, cursor.at + 1))) {
      // A line break of the JSON text itself, escaped once too often.
      cursor.damage.add("visible-escape");
      cursor.at += 2;
    } else return char;
  }
}

/** Whether nothing of the value can follow: the text ends here, or one of the stops stands here. */
export function* isAtEnd({ feed, at, stops }: JsonCursor): Reading<boolean> {
  for (const stop of stops) if (yield* startsWith(feed, at, stop)) return true;
  return (yield* charAt(feed, at)) === "";
}

/** The fault "expected this, got that" at the cursor; a word that reaches to the text's end counts as cut. */
export function* unexpected(cursor: JsonCursor, expected: string, wordEnd = cursor.at): Reading<JsonFault> {
  const cut = (yield* charAt(cursor.feed, wordEnd)) === "";
  const got = (yield* isAtEnd(cursor)) ? "the end" : JSON.stringify(yield* charAt(cursor.feed, cursor.at));
  return new JsonFault(cursor.at, `expected ${expected}, got ${got}`, cut);
}

/** Throws the fault of brackets nested too deep. */
export function checkDepth(cursor: JsonCursor, depth: number): void {
  if (depth > MAX_DEPTH) throw new JsonFault(cursor.at, `more than ${MAX_DEPTH} levels of brackets`, false);
}
