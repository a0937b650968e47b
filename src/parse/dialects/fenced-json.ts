import { behindClosingFence, endOfBlock } from "../fences.ts";
import { meantCalls } from "../meant-calls.ts";
import { readObjects } from "../read-objects.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "fenced-json";
const INFOS = ["", "json", "tool_call", "tool_code"];

/**
 * A fenced block that holds nothing but calls as JSON, as Qwen2.5-Coder writes them. Its end is found by the JSON
 * reader, so that fences inside a string do not end it; a name that is no tool's makes it an ordinary block.
 */
export const fencedJson: Dialect = {
  name: NAME,
  opens: "fence",
  *read(feed, { fence, path }, options) {
    if (!fence || path !== undefined || !INFOS.includes(fence.info.toLowerCase())) return null;
    const objects = yield* readObjects(feed, fence.bodyAt, [fence.mark.repeat(3)]);
    const calls = meantCalls(objects, NAME, options);
    if (!calls) return null;
    const { broken, end } = objects;
    const closed = broken ? yield* endOfBlock(feed, fence, broken.at) : yield* behindClosingFence(feed, fence, end);
    return closed === null ? null : { end: closed, calls, ...(broken ? { isLast: true } : {}) };
  },
};
