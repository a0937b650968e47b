import { charAt, type Feed, indexOf, type Reading, skipRun, startsWith } from "../feed.ts";
import { readFence } from "../fences.ts";
import { makeBrokenCall } from "../make-call.ts";
import { makeMarkedCalls } from "../read-marked-calls.ts";
import { readObjects } from "../read-objects.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "hermes";
const CLOSER = "</tool_call>";
const BLANKS = /\s*/y;

/** `<tool_call>{"name": …, "arguments": …}</tool_call>` of Hermes and Qwen, one or several objects, with or without the closing tag. */
export const hermes: Dialect = {
  name: NAME,
  opens: { marks: ["<tool_call>"] },
  *read(feed, opening, options) {
    const bodyAt = yield* skipInnerFence(feed, yield* skipRun(feed, opening.bodyAt, BLANKS));
    const first = yield* charAt(feed, bodyAt);
    const isCutAtOnce = first === "" && feed.finish !== "stop";
    if (first !== "{" && first !== "[" && !isCutAtOnce) return null;
    const { values, broken, end } = yield* readObjects(feed, bodyAt, [CLOSER, "```"]);
    const calls = values.flatMap((value) => makeMarkedCalls(value, NAME, options));
    if (!broken && !isCutAtOnce) return { end: yield* skipCloser(feed, end), calls };
    const lost = broken ?? { name: null, error: "nothing was there", near: "", cut: true, at: end };
    const closer = yield* indexOf(feed, CLOSER, lost.at);
    return {
      end: closer < 0 ? feed.text.length : closer + CLOSER.length,
      calls: [...calls, makeBrokenCall(lost, NAME, options)],
      isLast: true,
    };
  },
};

/** Some models put a fence inside the tags. */
function* skipInnerFence(feed: Feed, at: number): Reading<number> {
  return (yield* charAt(feed, at)) === "`" ? ((yield* readFence(feed, at))?.bodyAt ?? at) : at;
}

function* skipCloser(feed: Feed, end: number): Reading<number> {
  let at = end;
  if (yield* startsWith(feed, at, "```")) at = yield* skipRun(feed, at + 3, BLANKS);
  return (yield* startsWith(feed, at, CLOSER)) ? at + CLOSER.length : end;
}
