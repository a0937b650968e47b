import { charAt, skipRun } from "../feed.ts";
import { codeTool, readCodeCall } from "../make-code-call.ts";
import { readNamedArguments } from "../read-named-calls.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "functionary";
const MARK = ">>>";
const CLOSERS = ["<|eot_id|>"];

/** `>>>NAME` and on the next line `{…}` of Functionary 3.2, or plain code for an interpreter; text for the person stands behind `>>>all`. */
export const functionary: Dialect = {
  name: NAME,
  opens: { marks: [MARK] },
  *read(feed, { bodyAt }, options) {
    const nameEnd = yield* skipRun(feed, bodyAt, /[\w.-]*/y);
    const name = feed.text.slice(bodyAt, nameEnd);
    const isListed = options.tools.some((tool) => tool.name === name);
    const lineEnd = yield* skipRun(feed, nameEnd, /[ \t\r]*/y);
    const next = yield* charAt(feed, lineEnd);
    if (!isListed || (next !== "\n" && !(next === "" && feed.finish !== "stop"))) return null;
    const at = yield* skipRun(feed, lineEnd, /\s*/y);
    const tool = codeTool(options, name);
    if (tool && (yield* charAt(feed, at)) !== "{") {
      const marks = [...CLOSERS, ...options.tools.map((other) => `${MARK}${other.name}\n`)];
      const { call, end } = yield* readCodeCall(feed, lineEnd + 1, { tool, form: NAME, marks }, options);
      return { end, calls: [call] };
    }
    const { call, end, isBroken } = yield* readNamedArguments(
      feed,
      at,
      { form: NAME, name, openers: [MARK], closers: CLOSERS },
      options,
    );
    return { end, calls: [call], ...(isBroken ? { isLast: true } : {}) };
  },
};
