import { areListed, makeBrokenPythonCall, makePythonCall } from "../make-python-call.ts";
import { closeCalls } from "../read-marked-calls.ts";
import { readPythonCalls } from "../read-python-calls.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "hermes-python";
const CLOSERS = ["</tool_call>"];

/** `<tool_call>f(a="x")</tool_call>`: Python between the tags of Hermes, only for tools on offer and arguments by name. */
export const hermesPython: Dialect = {
  name: NAME,
  opens: { marks: ["<tool_call>"] },
  *read(feed, { bodyAt }, options) {
    const { calls, broken, end } = yield* readPythonCalls(feed, bodyAt, CLOSERS);
    const written = [...calls, ...(broken ? [broken] : [])];
    if (written.length === 0 || !areListed(written, options)) return null;
    const made = calls.map((call) => makePythonCall(call, NAME, options, true));
    const unnamed = made.find((_, index) => calls[index]?.positional.length);
    if (!unnamed) {
      const lost = broken && makeBrokenPythonCall(broken, NAME, options);
      return yield* closeCalls(feed, CLOSERS, { calls: made, broken: lost, end });
    }
    options.notice(unnamed.problem ?? "");
    return null;
  },
};
