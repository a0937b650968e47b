import { makeBrokenCall, makeCall } from "../make-call.ts";
import { readGemmaCall } from "../read-gemma-call.ts";
import { closeCalls } from "../read-marked-calls.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "gemma-4";
/** Its own mark, FunctionGemma's, and what quantised models make of it. */
const MARKS = ["<|tool_call>", "<|tool_call|>", "<tool_call>", "<start_function_call>"];
const CLOSERS = ["<tool_call|>", "<|tool_call|>", "</tool_call>", "<end_function_call>"];

/** `<|tool_call>call:NAME{path:<|"|>a.txt<|"|>,n:3}<tool_call|>` of Gemma 4. */
export const gemma4: Dialect = {
  name: NAME,
  opens: { marks: MARKS },
  *read(feed, { bodyAt }, options) {
    const reading = yield* readGemmaCall(feed, bodyAt, CLOSERS);
    if (!reading) return null;
    const { end } = reading;
    if (!reading.ok) {
      const broken = makeBrokenCall(reading.broken, NAME, options);
      return yield* closeCalls(feed, CLOSERS, { calls: [], broken, end });
    }
    const call = makeCall({ name: reading.name, arguments: reading.arguments, isExact: true }, NAME, options);
    return yield* closeCalls(feed, CLOSERS, { calls: [call], broken: null, end });
  },
};
