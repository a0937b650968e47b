import { createTagForm, type TagRow } from "../create-tag-form.ts";
import { readTaggedCalls } from "../read-tagged-calls.ts";
import type { Dialect } from "./dialect.ts";

const INVOKE = { calls: ["invoke"], arguments: ["parameter"] } as const;

/** The families' tags, as their chat templates show them; several rows of one name are variants of the same form. */
const ROWS: readonly TagRow[] = [
  {
    name: "minicpm",
    marks: ["<function name="],
    wrappers: [],
    calls: ["function"],
    arguments: ["param"],
    trims: "alike",
    hasLines: false,
    hasCdata: true,
  },
  {
    // Qwen3-Coder, Qwen3.5 and later, Nemotron 3, StepFun 3.5; `function_invocation` is what Qwen3.6 drifts to.
    name: "qwen-xml",
    marks: ["<tool_call>", "<function_invocation>", "<function=", "<function name="],
    wrappers: ["<tool_call>", "<function_invocation>"],
    calls: ["function"],
    arguments: ["parameter"],
    trims: "always",
  },
  {
    name: "seed-oss",
    marks: ["<seed:tool_call>"],
    wrappers: ["<seed:tool_call>"],
    calls: ["function"],
    arguments: ["parameter"],
    trims: "alike",
  },
  {
    // MiniMax M2, and models that learned from Claude.
    name: "invoke",
    marks: ["<minimax:tool_call>", "<function_calls>", "<tool_call>", "<invoke name="],
    wrappers: ["<minimax:tool_call>", "<function_calls>", "<tool_call>"],
    ...INVOKE,
    trims: "alike",
  },
  // DeepSeek V3.2 and V4; the doubled and the other bars are what servers and quantised models make of the token.
  ...["｜DSML｜", "｜｜DSML｜｜", "‖DSML‖", "|DSML|"].map(
    (token): TagRow => ({
      name: "dsml",
      marks: [`<${token}function_calls>`, `<${token}tool_calls>`, `<${token}invoke name=`],
      wrappers: [`<${token}function_calls>`, `<${token}tool_calls>`],
      ...INVOKE,
      open: `<${token}`,
      close: `</${token}`,
      bareOpen: "<",
      trims: "never",
    }),
  ),
  {
    // Muse Glimmer; its template says that blanks in values count.
    name: "atem",
    marks: ["<atem:function_calls>", "<atem:invoke name="],
    wrappers: ["<atem:function_calls>"],
    ...INVOKE,
    open: "<atem:",
    close: "</atem:",
    trims: "never",
  },
  {
    name: "kimi-k3",
    marks: ["<|open|>tools<|sep|>", "<|open|>call tool="],
    wrappers: ["<|open|>tools<|sep|>"],
    calls: ["call"],
    arguments: ["argument"],
    all: "json",
    open: "<|open|>",
    close: "<|close|>",
    end: "<|sep|>",
    trims: "never",
    hasLines: false,
  },
];

/** The forms that put each argument between tags of its own. */
export const taggedCalls: readonly Dialect[] = ROWS.map((row) => {
  const form = createTagForm(row);
  return {
    name: form.name,
    opens: { marks: form.marks },
    read: (feed, { bodyAt, mark = "" }, options) => readTaggedCalls(feed, bodyAt - mark.length, form, options),
  };
});
