import { foldName } from "../lib/fold-name.ts";
import type { Call, ToolSpec } from "../types.ts";
import type { DialectOptions } from "./dialects/dialect.ts";
import type { Feed, Reading } from "./feed.ts";
import { requiredKeys, schemaProperties, schemaTypes } from "./json-schema.ts";
import { makeBrokenCall, makeCall } from "./make-call.ts";

/** Names, folded, of the interpreters to which several families write code as it stands instead of arguments. */
const INTERPRETERS = ["python", "ipython", "codeinterpreter"];

/** The tool on offer that takes code as its only argument; with a name, only if it is that one. */
export function codeTool({ tools }: DialectOptions, name?: string): ToolSpec | undefined {
  return tools.find(
    (tool) =>
      (name === undefined || tool.name === name) &&
      INTERPRETERS.includes(foldName(tool.name)) &&
      codeKey(tool) !== undefined,
  );
}

function codeKey({ parameters }: ToolSpec): string | undefined {
  const keys = requiredKeys(parameters);
  const [key = ""] = keys;
  return keys.length === 1 && schemaTypes(schemaProperties(parameters)?.[key]).includes("string") ? key : undefined;
}

/** The call of an interpreter with the code from `at` to the first of the marks, or to the end of the reply. */
export function* readCodeCall(
  feed: Feed,
  at: number,
  { tool, form, marks }: { readonly tool: ToolSpec; readonly form: string; readonly marks: readonly string[] },
  options: DialectOptions,
): Reading<{ readonly call: Call; readonly end: number }> {
  while (feed.finish === null) yield;
  const ends = marks.map((mark) => feed.text.indexOf(mark, at)).filter((found) => found >= 0);
  const end = Math.min(feed.text.length, ...ends);
  const isCut = ends.length === 0 && feed.finish !== "stop";
  const code = feed.text.slice(at, end);
  const call = isCut
    ? makeBrokenCall({ name: tool.name, error: "the text ends here", near: "", cut: true }, form, options)
    : makeCall({ name: tool.name, arguments: { [codeKey(tool) ?? ""]: code }, isExact: true }, form, options);
  return { call, end };
}
