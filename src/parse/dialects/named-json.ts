import { charAt, skipRun, startsWith } from "../feed.ts";
import { meantCalls } from "../meant-calls.ts";
import { readValue } from "../read-objects.ts";
import { standsAlone } from "../stands-alone.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "named-json";
const ARGUMENTS_MARK = "[ARGS]";
/** What a server that swallowed the other marks may have left behind the arguments. */
const STOPS = ["<|", "</", "[TOOL_CALLS]"];

/**
 * A tool's name and its arguments as JSON, on the same line or the next: Mistral's and Functionary's calls where the server
 * swallowed the marks. Only alone on its lines, and if every argument is one of the tool's.
 */
export const namedJson: Dialect = {
  name: NAME,
  opens: { marks: "tools", only: "line" },
  *read(feed, { bodyAt, mark: name = "" }, options) {
    const hasMark = yield* startsWith(feed, bodyAt, ARGUMENTS_MARK);
    const behindName = hasMark ? bodyAt + ARGUMENTS_MARK.length : yield* skipRun(feed, bodyAt, /[ \t]*/y);
    const at = (yield* charAt(feed, behindName)) === "\n" ? behindName + 1 : behindName;
    if ((yield* charAt(feed, at)) !== "{") return null;
    const read = yield* readValue(feed, at, STOPS);
    if (read.broken && !read.broken.cut) return null;
    const objects = read.broken
      ? { values: [], broken: { ...read.broken, name, hasArguments: true } }
      : { values: [{ [name]: read.value }], broken: null };
    const calls = meantCalls(objects, NAME, options);
    if (!calls) return null;
    if (read.broken) return { end: feed.text.length, calls, isLast: true };
    return (yield* standsAlone(feed, read.valueEnd, read.end)) ? { end: read.end, calls } : null;
  },
};
