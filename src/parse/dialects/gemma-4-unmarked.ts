import { endsLine } from "../ends-line.ts";
import { makeBrokenCall, makeCall } from "../make-call.ts";
import { readGemmaCall } from "../read-gemma-call.ts";
import { closeCalls } from "../read-marked-calls.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "gemma-4-unmarked";
const MARK = "call:";
const CLOSERS = ["<tool_call|>"];

/** Gemma 4's `call:NAME{…}` where the server swallowed the marks around it: only on a line of its own, if it fits a tool. */
export const gemma4Unmarked: Dialect = {
  name: NAME,
  opens: { marks: [MARK], only: "line" },
  *read(feed, { bodyAt }, options) {
    const reading = yield* readGemmaCall(feed, bodyAt - MARK.length, CLOSERS);
    const name = reading?.ok ? reading.name : reading?.broken.name;
    if (!reading || !options.tools.some((tool) => tool.name === name)) return null;
    const { end } = reading;
    if (!reading.ok) {
      const lost = makeBrokenCall(reading.broken, NAME, options);
      if (reading.broken.cut) return { end: feed.text.length, calls: [lost], isLast: true };
      options.notice(lost.problem ?? "");
      return null;
    }
    if (!(yield* endsLine(feed, end))) return null;
    const call = makeCall({ name: reading.name, arguments: reading.arguments, isExact: true }, NAME, options);
    if (call.problem === undefined) return yield* closeCalls(feed, CLOSERS, { calls: [call], broken: null, end });
    options.notice(call.problem);
    return null;
  },
};
