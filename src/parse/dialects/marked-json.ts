import { readMarkedCalls } from "../read-marked-calls.ts";
import type { Dialect } from "./dialect.ts";

type Row = {
  readonly form: string;
  readonly opens: { readonly marks: readonly string[]; readonly only?: "line" };
  /** The form's own first; the others are what models take for it. */
  readonly closers: readonly string[];
};

/** The families' marks, as their chat templates show them. */
const ROWS: readonly Row[] = [
  // Command R7B and later.
  { form: "cohere", opens: { marks: ["<|START_ACTION|>"] }, closers: ["<|END_ACTION|>"] },
  // Its calls are objects with the tool's name as their only key.
  { form: "apertus", opens: { marks: ["<|tools_prefix|>"] }, closers: ["<|tools_suffix|>"] },
  { form: "apriel", opens: { marks: ["<tool_calls>"] }, closers: ["</tool_calls>", "</tool_call>"] },
  // Nemotron Nano 2.
  { form: "nemotron", opens: { marks: ["<TOOLCALL>"] }, closers: ["</TOOLCALL>"] },
  // Granite 3; Granite 4 writes as Hermes does.
  { form: "granite", opens: { marks: ["<|tool_call|>"] }, closers: ["</tool_call>"] },
  // What LM Studio teaches models whose templates know no tools.
  { form: "lm-studio", opens: { marks: ["[TOOL_REQUEST]"] }, closers: ["[END_TOOL_REQUEST]", "[/TOOL_REQUEST]"] },
  // GigaChat 3 opens a message from another speaker, 3.1 has a token.
  { form: "gigachat", opens: { marks: ["function call<|role_sep|>"], only: "line" }, closers: ["<|message_sep|>"] },
  { form: "gigachat", opens: { marks: ["<|function_call|>"] }, closers: ["<|message_sep|>"] },
  // Firefunction 2.
  { form: "functools", opens: { marks: ["functools["], only: "line" }, closers: [] },
];

/** The forms that put calls as JSON behind a mark. */
export const markedJson: readonly Dialect[] = ROWS.map(({ form, opens, closers }) => ({
  name: form,
  opens,
  read(feed, { bodyAt, mark = "" }, options) {
    // A bracket in the mark is the list's own.
    const at = mark.endsWith("[") ? bodyAt - 1 : bodyAt;
    return readMarkedCalls(feed, at, { form, closers, openers: opens.marks }, options);
  },
}));
