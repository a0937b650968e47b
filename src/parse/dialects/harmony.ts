import { charAt, type Feed, type Reading, skipRun } from "../feed.ts";
import { resolveName } from "../make-call.ts";
import { codeTool, readCodeCall } from "../make-code-call.ts";
import { type HarmonyHeader, readHarmonyHeader } from "../read-harmony-header.ts";
import { readNamedArguments } from "../read-named-calls.ts";
import type { Dialect, DialectOptions, Taken } from "./dialect.ts";

const NAME = "harmony";
const OPENERS = ["<|start|>assistant", "<|channel|>"];
const CLOSERS = ["<|call|>", "<|end|>", "<|return|>"];

/**
 * `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>{…}<|call|>` of gpt-oss; the recipient may stand
 * before the channel, and the channel may be that of the analysis.
 */
export const harmony: Dialect = {
  name: NAME,
  opens: { marks: OPENERS },
  *read(feed, _, options) {
    const header = yield* readHarmonyHeader(feed);
    return header && (yield* readHarmonyBody(feed, header, options));
  },
};

/** Reads what a message to a tool says to it. */
export function* readHarmonyBody(
  feed: Feed,
  { recipient, bodyAt }: HarmonyHeader,
  options: DialectOptions,
): Reading<Taken> {
  const at = yield* skipRun(feed, bodyAt, /\s*/y);
  const tool = codeTool(options, resolveName(recipient, options).name ?? "");
  if (tool && !/^\{?$/.test(yield* charAt(feed, at))) {
    const { call, end } = yield* readCodeCall(
      feed,
      bodyAt,
      { tool, form: NAME, marks: [...CLOSERS, ...OPENERS] },
      options,
    );
    return { end, calls: [call] };
  }
  const named = { form: NAME, name: recipient, openers: OPENERS, closers: CLOSERS };
  const { call, end, isBroken } = yield* readNamedArguments(feed, at, named, options);
  return { end, calls: [call], ...(isBroken ? { isLast: true } : {}) };
}
