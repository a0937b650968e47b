import { charAt, skipRun } from "../feed.ts";
import { resolveName } from "../make-call.ts";
import { codeTool, readCodeCall } from "../make-code-call.ts";
import { readMarkedCalls } from "../read-marked-calls.ts";
import { readPythonCalls } from "../read-python-calls.ts";
import type { Dialect } from "./dialect.ts";

const FORM = { form: "llama-3", closers: ["<|eom_id|>", "<|eot_id|>"] } as const;

/**
 * `<|python_tag|>{"name": …, "parameters": …}` of Llama 3.1 to 3.3 and Functionary 3.1, several with semicolons between;
 * also `NAME.call(…)` of the built-in tools, and plain code where an interpreter is on offer.
 */
export const llama3: Dialect = {
  name: FORM.form,
  opens: { marks: ["<|python_tag|>"] },
  *read(feed, { bodyAt }, options) {
    const tool = codeTool(options);
    if (!tool) return yield* readMarkedCalls(feed, bodyAt, FORM, options);
    const first = yield* charAt(feed, yield* skipRun(feed, bodyAt, /\s*/y));
    const { calls } = yield* readPythonCalls(feed, bodyAt, FORM.closers);
    const isCall = calls.length > 0 && calls.every(({ name }) => resolveName(name, options).name !== null);
    const taken = isCall || first === "{" ? yield* readMarkedCalls(feed, bodyAt, FORM, options) : null;
    if (taken) return taken;
    const { call, end } = yield* readCodeCall(feed, bodyAt, { tool, form: FORM.form, marks: FORM.closers }, options);
    return { end, calls: [call], isLast: true };
  },
};
