import { readMarkedCalls } from "../read-marked-calls.ts";
import type { Dialect } from "./dialect.ts";

const FORM = { form: "lfm2", closers: ["<|tool_call_end|>"] } as const;

/** `<|tool_call_start|>[f(a="x"), g(n=5)]<|tool_call_end|>` of LFM2 and LFM2.5, as Python or as JSON between the marks. */
export const lfm2: Dialect = {
  name: FORM.form,
  opens: { marks: ["<|tool_call_start|>"] },
  read: (feed, { bodyAt }, options) => readMarkedCalls(feed, bodyAt, FORM, options),
};
