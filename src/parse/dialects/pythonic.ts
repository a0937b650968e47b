import { endsLine } from "../ends-line.ts";
import type { Feed, Reading } from "../feed.ts";
import { makeBrokenPythonCall, makePythonCall } from "../make-python-call.ts";
import { closeCalls, readMarkedCalls } from "../read-marked-calls.ts";
import { readPythonCalls } from "../read-python-calls.ts";
import type { Dialect, DialectOptions, Taken } from "./dialect.ts";

/** Llama 4's closing mark; LFM2's is left where a server swallowed the opening one. */
const FORM = { form: "pythonic", closers: ["<|python_end|>", "<|tool_call_end|>"] } as const;
const BARE = "[";

/** `[f(a=1), g(b="x")]` on lines of its own, of Llama 3.2 and 4: bare, or behind `<|python_start|>`. */
export const pythonic: Dialect = {
  name: FORM.form,
  opens: { marks: ["<|python_start|>", BARE], only: "line" },
  read: (feed, { bodyAt, mark }, options) =>
    mark === BARE ? readBare(feed, bodyAt - BARE.length, options) : readMarkedCalls(feed, bodyAt, FORM, options),
};

/** Without marks only a list that fits the tools is meant as calls; what nearly does is text, and the model hears why. */
function* readBare(feed: Feed, at: number, options: DialectOptions): Reading<Taken | null> {
  const { calls, broken, end } = yield* readPythonCalls(feed, at, FORM.closers);
  const isMeant = broken ? options.tools.some((tool) => tool.name === broken.name) : calls.length > 0;
  // Without marks the end must tell that the call is whole: a bracket may miss, but not all of them.
  const isWhole = ")]".includes(feed.text.slice(at, end).trimEnd().slice(-1));
  if (!isMeant || (!broken && !(isWhole && (yield* endsLine(feed, end))))) return null;
  const made = calls.map((call) => makePythonCall(call, FORM.form, options, true));
  const lost = broken && makeBrokenPythonCall(broken, FORM.form, options);
  const wrong = made.find((call) => call.problem !== undefined) ?? (broken?.cut ? null : lost);
  if (!wrong) return yield* closeCalls(feed, FORM.closers, { calls: made, broken: lost, end });
  options.notice(wrong.problem ?? "");
  return null;
}
