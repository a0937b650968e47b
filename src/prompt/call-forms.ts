import type { Call, Json } from "../types.ts";

/** A text form in which a model is shown calls, and asked to write them, where it gets no tools from its server (K9). Our parser reads it back. */
export type CallForm = {
  readonly name: string;
  /** One call. A string that holds the form's own closing marks can't be told from them. */
  write(call: Pick<Call, "name" | "arguments">): string;
  /** A result, as the person's text. */
  result(text: string, call: Pick<Call, "name">): string;
};

type Arguments = Call["arguments"];

const labelled = (text: string, { name }: Pick<Call, "name">): string => `Result of ${name}:\n${text}`;
const tagged = (text: string): string => `<tool_response>\n${text}\n</tool_response>`;
const asText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** THE list of forms; the first is for families whose own is not known. */
const callForms: readonly [CallForm, ...CallForm[]] = [
  {
    name: "fenced-json",
    write: ({ name, arguments: given }) => `\`\`\`json\n${JSON.stringify({ name, arguments: given })}\n\`\`\``,
    result: labelled,
  },
  {
    name: "hermes",
    write: ({ name, arguments: given }) => `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`,
    result: tagged,
  },
  {
    name: "qwen-xml",
    write: ({ name, arguments: given }) =>
      `<tool_call>\n<function=${name}>\n${Object.entries(given)
        .map(([key, value]) => `<parameter=${key}>\n${asText(value)}\n</parameter>\n`)
        .join("")}</function>\n</tool_call>`,
    result: tagged,
  },
  {
    name: "glm",
    write: ({ name, arguments: given }) =>
      `<tool_call>${name}\n${Object.entries(given)
        .map(([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${asText(value)}</arg_value>\n`)
        .join("")}</tool_call>`,
    result: tagged,
  },
  {
    name: "llama-3",
    write: ({ name, arguments: given }) => JSON.stringify({ name, parameters: given }),
    result: labelled,
  },
  {
    name: "mistral",
    write: ({ name, arguments: given }) => `[TOOL_CALLS]${name}[ARGS]${JSON.stringify(given)}`,
    result: labelled,
  },
  {
    name: "lfm2",
    write: ({ name, arguments: given }) => `<|tool_call_start|>[${name}(${python(given)})]<|tool_call_end|>`,
    result: labelled,
  },
  {
    name: "gemma-4",
    write: ({ name, arguments: given }) => `<|tool_call>call:${name}${gemma(given)}<tool_call|>`,
    result: labelled,
  },
];

/** The form of that name, or the one for unknown families. */
export function callForm(name: string | undefined): CallForm {
  return callForms.find((form) => form.name === name) ?? callForms[0];
}

/** Names of all forms. */
export const callFormNames: readonly string[] = callForms.map(({ name }) => name);

function python(given: Arguments): string {
  return Object.entries(given)
    .map(([key, value]) => `${key}=${pythonValue(value)}`)
    .join(", ");
}

/** JSON's strings and numbers are Python's too. */
function pythonValue(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonValue(item)}`);
  return `{${entries.join(", ")}}`;
}

function gemma(value: Json): string {
  if (typeof value === "string") return `<|"|>${value}<|"|>`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(gemma).join(",")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${key}:${gemma(item)}`);
  return `{${entries.join(",")}}`;
}
