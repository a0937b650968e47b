import text from "../../prompts/tools-in-prompt.md";
import type { Json, ToolSpec } from "../types.ts";
import type { Prefix } from "./build-prefix.ts";
import type { CallForm } from "./call-forms.ts";
import type { View } from "./render-messages.ts";

/** The prefix for this view: in prompt-tools mode (K9) the tools stand in the system text, in the family's own form of calls. The tool list stays, for reading. */
export function prefixFor(prefix: Prefix, { calls }: Pick<View, "calls">): Prefix {
  if (calls === "native" || prefix.tools.length === 0) return prefix;
  return { ...prefix, system: `${prefix.system}\n\n${describeTools(prefix.tools, calls)}` };
}

function describeTools(tools: readonly ToolSpec[], form: CallForm): string {
  const [first] = tools;
  const example = first ? form.write({ name: first.name, arguments: exampleOf(first.parameters) }) : "";
  return text
    .trim()
    .replace("{{example}}", () => example)
    .replace("{{tools}}", () => tools.map(describeTool).join("\n\n"));
}

/** `## name(path, offset?)`, what it does, then a line for each argument that has something to say. */
function describeTool({ name, description, parameters }: ToolSpec): string {
  const all = argumentsOf(parameters);
  const signature = all.map((one) => `${one.name}${one.isRequired ? "" : "?"}`).join(", ");
  const lines = all.map((one) => `- ${one.name} (${one.type})${one.about === "" ? "" : `: ${one.about}`}`);
  return [`## ${name}(${signature})`, description, ...lines].filter(Boolean).join("\n");
}

type Argument = { readonly name: string; readonly type: string; readonly about: string; readonly isRequired: boolean };

function argumentsOf(schema: Json): readonly Argument[] {
  const { properties, required } = fields(schema);
  const due = Array.isArray(required) ? required : [];
  return Object.entries(fields(properties)).map(([name, property]) => {
    const { type, description } = fields(property);
    return {
      name,
      type: typeof type === "string" ? type : "any",
      about: typeof description === "string" ? description : "",
      isRequired: due.includes(name),
    };
  });
}

function exampleOf(schema: Json): { readonly [key: string]: Json } {
  const due = argumentsOf(schema).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(due.map(({ name, type }) => [name, type === "string" ? "src/main.js" : 1]));
}

function fields(value: Json | undefined): { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}
