import type { Call, Json } from "../types.ts";
import { argumentName } from "./argument-names.ts";
import { unknownTool } from "./call-problems.ts";
import type { DialectOptions } from "./dialects/dialect.ts";
import { exampleArguments } from "./example-arguments.ts";
import { isObject, type JsonObject, requiredKeys, schemaProperties } from "./json-schema.ts";
import { type Breakage, type CallMaker, makeBrokenCall, makeCall, resolveName } from "./make-call.ts";
import type { PythonCall } from "./read-python-calls.ts";

/**
 * `makeCall` for a call in Python's form; positional arguments that could mean several parameters are a problem, and with
 * `isNamedOnly` all are.
 */
export function makePythonCall(written: PythonCall, form: string, maker: CallMaker, isNamedOnly = false): Call {
  const { name } = resolveName(written.name, maker);
  const tool = maker.tools.find((spec) => spec.name === name);
  const isUnnamed = isNamedOnly && written.positional.length > 0;
  const bound = tool && !isUnnamed ? nameArguments(written, tool.parameters) : null;
  const call = makeCall({ name: written.name, arguments: bound ?? written.named, isExact: true }, form, maker);
  if (bound || !tool) return call;
  return { ...call, arguments: written.named, problem: unnamed(tool.name, exampleArguments(tool.parameters)) };
}

/** `makeBrokenCall` for a call in Python's form. */
export function makeBrokenPythonCall(broken: Breakage, form: string, maker: CallMaker): Call {
  const call = makeBrokenCall(broken, form, maker);
  if (broken.cut) return call;
  const near = JSON.stringify(broken.near);
  return {
    ...call,
    problem: `Not run: the call could not be read: ${broken.error}, near ${near}. Each argument is name=value, and the value a plain literal; inside a string write the quote as \\", a backslash as \\\\.`,
  };
}

/** Whether every call names a tool on offer; the model hears of the first that does not. */
export function areListed(calls: readonly { readonly name: string | null }[], options: DialectOptions): boolean {
  for (const { name } of calls) {
    const resolved = resolveName(name ?? "", options);
    if (resolved.name !== null) continue;
    options.notice(unknownTool(name ?? "", resolved.nearest));
    return false;
  }
  return true;
}

/**
 * All arguments by name: those without one are the tool's only parameter, or exactly its required ones that are not
 * given by name. Null where they could be others.
 */
function nameArguments({ positional, named }: PythonCall, schema: Json): JsonObject | null {
  if (positional.length === 0) return named;
  const names = Object.keys(schemaProperties(schema) ?? {});
  const [first] = positional;
  if (positional.length === 1 && Object.keys(named).length === 0 && isObject(first)) {
    const keys = Object.keys(first);
    if (keys.length > 0 && keys.every((key) => names.includes(key) || argumentName(key, names) !== undefined))
      return first;
  }
  const required = requiredKeys(schema);
  const order = names.length === 1 ? names : names.filter((name) => required.includes(name));
  const open = order.filter((name) => !Object.hasOwn(named, name));
  // Positions count from the first parameter on: one given by name must stand behind those that are not.
  const isInOrder = open.every((name, index) => order[index] === name);
  if (open.length !== positional.length || !isInOrder) return null;
  return { ...Object.fromEntries(open.map((name, index) => [name, positional[index] ?? null])), ...named };
}

function unnamed(tool: string, example: JsonObject): string {
  const shown = Object.entries(example).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `Not run: the arguments of ${tool} must be named. A valid call: ${tool}(${shown.join(", ")})`;
}
