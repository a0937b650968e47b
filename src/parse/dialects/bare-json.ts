import type { Call } from "../../types.ts";
import { charAt, endOfText, type Feed, type Reading } from "../feed.ts";
import { meantCalls } from "../meant-calls.ts";
import { behindSeparator, readValue } from "../read-objects.ts";
import { standsAlone } from "../stands-alone.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "bare-json";
/** Closing marks and end tokens of all kinds: what a server leaves behind a call that lacks brackets. */
const STOPS = ["<|", "</", "<｜"];

/**
 * Calls as JSON on lines of their own without any marks, as Llama 3 writes them and as servers leave those they could not
 * read: one, a list, or several in a row. Other JSON is data, also where an object inside it looks like a call.
 */
export const bareJson: Dialect = {
  name: NAME,
  opens: { marks: ["{", "["], only: "line" },
  *read(feed, _, options) {
    const row: Row = { calls: [], end: 0, waiting: [], at: 0 };
    do {
      const read = yield* readValue(feed, row.at, STOPS);
      const objects = read.broken ? { values: [], broken: read.broken } : { values: [read.value], broken: null };
      const calls = meantCalls(objects, NAME, options);
      if (calls && read.broken)
        return { end: yield* endOfText(feed), calls: [...row.calls, ...row.waiting, ...calls], isLast: true };
      if (!calls || read.broken) {
        row.at = read.broken ? read.broken.at : read.valueEnd;
        break;
      }
      yield* add(feed, row, calls, read);
    } while (/[{[]/.test(yield* charAt(feed, row.at)));
    return row.calls.length > 0 ? { end: row.end, calls: row.calls } : { end: Math.max(1, row.at), isText: true };
  },
};

/** Calls as read up to `at`; those that are `waiting` count only if the line ends behind a later one. */
type Row = { readonly calls: Call[]; end: number; waiting: Call[]; at: number };

function* add(
  feed: Feed,
  row: Row,
  calls: readonly Call[],
  { valueEnd, end }: { readonly valueEnd: number; readonly end: number },
): Reading<void> {
  row.waiting.push(...calls);
  row.at = yield* behindSeparator(feed, end);
  if (!(yield* standsAlone(feed, valueEnd, end))) return;
  row.calls.push(...row.waiting);
  row.waiting = [];
  row.end = end;
}
