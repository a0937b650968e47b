import * as z from "zod/mini";
import { parseReply } from "../src/testing/parse-reply.ts";
import type { Json, ToolSpec } from "../src/types.ts";
import { readJsonLine } from "./read-json-line.ts";

const spec = z.object({
  name: z.string(),
  description: z._default(z.optional(z.string()), ""),
  parameters: z._default(z.optional(z.json()), { type: "object" }),
});
const caseLine = z.object({
  /** A model's family, or `auto`. */
  parser: z.optional(z.nullable(z.string())),
  text: z.string(),
  tools: z.optional(z.nullable(z.array(z.union([z.object({ function: spec }), spec])))),
  /** What the chat template put in front of the text. */
  generation_prompt: z.optional(z.nullable(z.string())),
});

/** What the program makes of a reply: text for the person, thinking, and the calls that it would run. `forms`: the dialects that read them. */
export type ReadCase = {
  readonly content: string;
  readonly reasoning: string;
  readonly tool_calls: readonly { readonly name: string; readonly arguments: { readonly [key: string]: Json } }[];
  readonly forms: readonly string[];
};

/** Reads the reply of one case; a sentence where the case itself can't be read. */
export function parseCase(given: unknown): ReadCase | string {
  const parsed = caseLine.safeParse(given);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { parser, text, tools, generation_prompt: prompt } = parsed.data;
  const specs = (tools ?? []).map((tool): ToolSpec => ("function" in tool ? tool.function : tool));
  const read = parseReply(text, { tools: specs, model: parser ?? "auto", prompt: prompt ?? "" });
  const runnable = read.calls.filter((call) => call.problem === undefined);
  return {
    content: read.text,
    reasoning: read.thinking,
    tool_calls: runnable.map((call) => ({ name: call.name, arguments: call.arguments })),
    forms: [...new Set(runnable.map((call) => call.form))],
  };
}

/** The answer to one line of cases, as a line of JSON. A fault of the program is that line's answer too, so that the others get theirs. */
export function answerLine(line: string): string {
  try {
    const read = parseCase(readJsonLine(line));
    if (typeof read === "string") return JSON.stringify({ error: read });
    const { forms: _, ...answer } = read;
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ error: String(error) });
  }
}
