import { charAt, skipRun } from "../feed.ts";
import { readMarkedCalls } from "../read-marked-calls.ts";
import { readNamedCalls } from "../read-named-calls.ts";
import type { Dialect } from "./dialect.ts";

const MARK = "[TOOL_CALLS]";
const FORM = {
  form: "mistral",
  openers: [MARK],
  separators: ["[CALL_ID]", "[ARGS]"],
  closers: ["</s>"],
} as const;

/** `[TOOL_CALLS][{"name": …, "arguments": …}]` of Mistral, and `[TOOL_CALLS]NAME[CALL_ID]ID[ARGS]{…}` of its later tokenizers. */
export const mistral: Dialect = {
  name: FORM.form,
  opens: { marks: [MARK] },
  *read(feed, { bodyAt }, options) {
    const next = yield* charAt(feed, yield* skipRun(feed, bodyAt, /\s*/y));
    const named = next === "[" || next === "{" ? null : yield* readNamedCalls(feed, FORM, options);
    return named ?? (yield* readMarkedCalls(feed, bodyAt, FORM, options));
  },
};
