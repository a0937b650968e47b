import { readNamedCalls } from "../read-named-calls.ts";
import type { Dialect } from "./dialect.ts";

/** The marks of Kimi K2; those of the section also come in the singular. */
export const KIMI_K2 = {
  form: "kimi-k2",
  openers: ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_call_begin|>"],
  separators: ["<|tool_call_argument_begin|>"],
  closers: ["<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"],
} as const;

/** `<|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}<|tool_call_end|>` of Kimi K2, in a section or without. */
export const kimiK2: Dialect = {
  name: KIMI_K2.form,
  opens: { marks: KIMI_K2.openers },
  read: (feed, _, options) => readNamedCalls(feed, KIMI_K2, options),
};
