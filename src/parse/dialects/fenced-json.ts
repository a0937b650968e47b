import { unknownTool } from "../call-problems.ts";
import { type WrittenCall, writtenCalls } from "../call-shape.ts";
import { charAt, type Feed, lineEnd, type Reading, skipRun } from "../feed.ts";
import { type Fence, openBlock, readBlockLine } from "../fences.ts";
import { isObject } from "../json-schema.ts";
import { makeBrokenCall, makeCall, resolveName } from "../make-call.ts";
import { type BrokenObject, readObjects } from "../read-objects.ts";
import type { Dialect, DialectOptions } from "./dialect.ts";

const NAME = "fenced-json";
const INFOS = ["", "json", "tool_call"];
const MARKS = { "`": /`*/y, "~": /~*/y } as const;

/**
 * A fenced block that holds nothing but calls as JSON, as Qwen2.5-Coder writes them. Its end is found by the JSON
 * reader, so that fences inside a string do not end it; a name that is no tool's makes it an ordinary block.
 */
export const fencedJson: Dialect = {
  name: NAME,
  opens: "fence",
  *read(feed, { fence, path }, options) {
    if (!fence || path !== undefined || !INFOS.includes(fence.info.toLowerCase())) return null;
    const { values, broken, end } = yield* readObjects(feed, fence.bodyAt, [fence.mark.repeat(3)]);
    const written = values.map(writtenCalls);
    if (!written.every((calls) => calls !== null)) return null;
    const calls = written.flat();
    if (!calls.every((call) => isMeantAsCall(call, options))) return null;
    if (broken ? !isMeantToGoOn(broken, calls.length, options) : calls.length === 0) return null;
    const closed = broken ? yield* endOfBlock(feed, fence, broken.at) : yield* behindClosingFence(feed, fence, end);
    if (closed === null) return null;
    const made = calls.map((call) => makeCall(call, NAME, options));
    if (!broken) return { end: closed, calls: made };
    return { end: closed, calls: [...made, makeBrokenCall(broken, NAME, options)], isLast: true };
  },
};

/** A listed tool with arguments; what only resembles a call besides must pass the schema, so that data is not taken for one. */
function isMeantAsCall(call: WrittenCall, options: DialectOptions): boolean {
  const given = call.arguments;
  if (!isObject(given) && typeof given !== "string") return false;
  const resolved = resolveName(call.name, options);
  if (resolved.name === null) {
    if (call.isExact) options.notice(unknownTool(call.name, resolved.nearest));
    return false;
  }
  return (call.isExact && call.name === resolved.name) || makeCall(call, NAME, options).problem === undefined;
}

function isMeantToGoOn(broken: BrokenObject, callsBefore: number, options: DialectOptions): boolean {
  if (broken.cut && callsBefore > 0) return true;
  return broken.hasArguments && broken.name !== null && resolveName(broken.name, options).name !== null;
}

/** Behind the closing fence that follows the JSON, or the end of the text; null if anything else follows. */
function* behindClosingFence(feed: Feed, fence: Fence, at: number): Reading<number | null> {
  if ((yield* charAt(feed, at)) === "") return at;
  const end = yield* skipRun(feed, at, MARKS[fence.mark]);
  return end - at >= 3 ? end : null;
}

function* endOfBlock(feed: Feed, fence: Fence, from: number): Reading<number> {
  const block = openBlock(fence, false);
  let at = from;
  while (at < feed.text.length || (yield* charAt(feed, at)) !== "") {
    const end = yield* lineEnd(feed, at);
    if (at > from && (yield* readBlockLine(feed, at, block)) === "close") return end;
    at = end + 1;
  }
  return feed.text.length;
}
