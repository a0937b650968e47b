import { createGlmForm } from "../create-glm-form.ts";
import { readTaggedCalls } from "../read-tagged-calls.ts";
import type { Dialect } from "./dialect.ts";

const NAME = "glm";
const BARE_NAME = /\s*[\w.:-]+\s*<\/tool_call>/y;

/** `<tool_call>NAME<arg_key>K</arg_key><arg_value>V</arg_value></tool_call>` of GLM 4.5 and later. */
export const glm: Dialect = {
  name: NAME,
  opens: { marks: ["<tool_call>"] },
  *read(feed, { bodyAt }, options) {
    const taken = yield* readTaggedCalls(feed, 0, createGlmForm(options.tools), options);
    const problem = taken && "calls" in taken ? taken.calls[0]?.problem : undefined;
    BARE_NAME.lastIndex = bodyAt;
    if (problem === undefined || !BARE_NAME.test(feed.text)) return taken;
    // A name alone calls a tool that needs no arguments; any other is a word in a tag.
    options.notice(problem);
    return null;
  },
};
