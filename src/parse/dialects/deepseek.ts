import { readNamedCalls } from "../read-named-calls.ts";
import type { Dialect } from "./dialect.ts";

/** The token as DeepSeek spells it, and with the other bars and gaps that quantised and distilled models make of it. */
function spellings(words: string): readonly string[] {
  return ["｜", "|"].flatMap((bar) =>
    ["▁", "_", " ", "\\_"].map((gap) => `<${bar}${words.replaceAll(" ", gap)}${bar}>`),
  );
}

const FORM = {
  form: "deepseek",
  openers: [...spellings("tool calls begin"), ...spellings("tool call begin")],
  separators: spellings("tool sep"),
  hasKind: true,
  closers: [...spellings("tool call end"), ...spellings("tool calls end")],
} as const;

/**
 * `<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>{…}<｜tool▁call▁end｜>` of DeepSeek V3.1, and that of R1 and V3 with the kind
 * before the mark and a line for the name, the arguments in a fence.
 */
export const deepseek: Dialect = {
  name: FORM.form,
  opens: { marks: FORM.openers },
  read: (feed, _, options) => readNamedCalls(feed, FORM, options),
};
