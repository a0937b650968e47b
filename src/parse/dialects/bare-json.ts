import { endsLine } from "../ends-line.ts";
import { charAt, endOfText, type Feed, type Reading, skipRun } from "../feed.ts";
import { meantCalls } from "../meant-calls.ts";
import { readObjects } from "../read-objects.ts";
import type { Dialect, DialectOptions } from "./dialect.ts";

const NAME = "bare-json";
const OPENING = /[\s{[]*/y;
const WORD = /[\w.-]*/y;
/** What the first key of a call is, besides a tool's name. */
const FIRST_KEYS = new Set(
  "name tool tool_name function tool_calls tool_call function_call type id index tool_call_id arguments parameters args input".split(
    " ",
  ),
);
/** Closing marks and end tokens of all kinds: what a server leaves behind a call that lacks brackets. */
const STOPS = ["<|", "</", "<｜"];

/**
 * Calls as JSON on lines of their own without any marks, as Llama 3 writes them and as servers leave those they could not
 * read: one, a list, or several in a row.
 */
export const bareJson: Dialect = {
  name: NAME,
  opens: { marks: ["{", "["], only: "line" },
  *read(feed, _, options) {
    if (!(yield* beginsLikeCall(feed, options))) return null;
    const objects = yield* readObjects(feed, 0, STOPS);
    const calls = meantCalls(objects, NAME, options);
    if (!calls) return null;
    if (objects.broken) return { end: yield* endOfText(feed), calls, isLast: true };
    const isAlone =
      feed.text.slice(objects.valuesEnd, objects.end).includes("\n") || (yield* endsLine(feed, objects.end));
    return isAlone ? { end: objects.end, calls } : null;
  },
};

/** Looks at the first key, so that other data is told apart before it has been read. */
function* beginsLikeCall(feed: Feed, { tools }: DialectOptions): Reading<boolean> {
  const opened = yield* skipRun(feed, 0, OPENING);
  const first = yield* charAt(feed, opened);
  const at = first === '"' || first === "'" ? opened + 1 : opened;
  const end = yield* skipRun(feed, at, WORD);
  const word = feed.text.slice(at, end);
  return FIRST_KEYS.has(word) || tools.some((tool) => tool.name === word);
}
