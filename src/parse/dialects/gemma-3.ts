import { type Feed, type Reading, skipRun } from "../feed.ts";
import { behindClosingFence, endOfBlock } from "../fences.ts";
import { areListed, makeBrokenPythonCall, makePythonCall } from "../make-python-call.ts";
import { readPythonCalls } from "../read-python-calls.ts";
import { nextPythonToken } from "../read-python-value.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "gemma-3";
const INFOS = ["tool_code", "tool_call"];
const SEPARATORS = /[\s;]*/y;

/** A fenced block `tool_code` of Gemma 3 that holds nothing but calls of listed tools: `print(default_api.f(a=1))`, `f(a=1)`. */
export const gemma3: Dialect = {
  name: NAME,
  opens: "fence",
  *read(feed, { fence, path }, options) {
    if (!fence || path !== undefined || !INFOS.includes(fence.info.toLowerCase())) return null;
    const { calls, broken, end } = yield* readPythonCalls(feed, fence.bodyAt, [fence.mark.repeat(3)]);
    const written = [...calls, ...(broken ? [broken] : [])];
    if (written.length === 0) return null;
    const closed = broken
      ? yield* endOfBlock(feed, fence, end)
      : yield* behindClosingFence(feed, fence, yield* skipBlanks(feed, end));
    if (closed === null || !areListed(written, options)) return null;
    const made = calls.map((call) => makePythonCall(call, NAME, options));
    if (!broken) return { end: closed, calls: made };
    return { end: closed, calls: [...made, makeBrokenPythonCall(broken, NAME, options)], isLast: true };
  },
};

/** Behind blanks and comments. */
function* skipBlanks(feed: Feed, from: number): Reading<number> {
  const cursor = { feed, at: yield* skipRun(feed, from, SEPARATORS), damage: new Set<never>(), stops: [] };
  yield* nextPythonToken(cursor);
  return cursor.at;
}
