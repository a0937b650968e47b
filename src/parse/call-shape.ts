import type { Json } from "../types.ts";
import { isObject, type JsonObject, schemaProperties } from "./json-schema.ts";

/**
 * A call as written: any name, any arguments. `isExact`: the object holds nothing but what belongs to a call. `isKey`: the
 * name is a key, which other data may have too.
 */
export type WrittenCall = {
  readonly name: string;
  readonly arguments: Json | undefined;
  readonly isExact: boolean;
  readonly isKey?: true;
};

const NAME_KEYS = ["name", "tool", "tool_name", "function"];
const ARGUMENT_KEYS = ["arguments", "parameters", "args", "input"];
const OTHER_KEYS = ["id", "type", "index", "tool_call_id"];
/** What models put around a call or several. */
const ENVELOPES = ["tool_calls", "tool_call", "function_call"];

/**
 * The calls that a JSON value writes down: `{name, arguments}` or `parameters`, `{function: {name, arguments}}`,
 * `{tool, args}`, `{NAME: {…}}`, lists of them, `{tool_calls: […]}`. Null if any part of it is something else.
 */
export function writtenCalls(value: Json): readonly WrittenCall[] | null {
  if (Array.isArray(value)) {
    const calls = value.map(writtenCalls);
    return calls.length > 0 && calls.every((call) => call !== null) ? calls.flat() : null;
  }
  if (!isObject(value)) return null;
  const envelope = ENVELOPES.map((key) => value[key]).find((inside) => Array.isArray(inside) || isObject(inside));
  if (envelope !== undefined) return writtenCalls(envelope);
  const inner = isObject(value["function"]) ? value["function"] : value;
  const call = writtenCall(inner);
  return (
    call && [{ ...call, isExact: call.isExact && (inner === value || hasOnly(value, ["function", ...OTHER_KEYS])) }]
  );
}

function writtenCall(value: JsonObject): WrittenCall | null {
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === "string");
  const name = nameKey === undefined ? undefined : value[nameKey];
  if (nameKey === undefined || typeof name !== "string") return callByKey(value);
  const argumentKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(value, key));
  const given = argumentKey === undefined ? undefined : value[argumentKey];
  // `parameters` that are a schema describe a tool and do not call it.
  if (isObject(given) && given["type"] === "object" && schemaProperties(given)) return null;
  return { name, arguments: given, isExact: hasOnly(value, [nameKey, argumentKey ?? "", ...OTHER_KEYS]) };
}

/** `{NAME: {…}}`, as Apertus writes calls. */
function callByKey(value: JsonObject): WrittenCall | null {
  const [[name, given] = [], ...more] = Object.entries(value);
  return name !== undefined && isObject(given) && more.length === 0
    ? { name, arguments: given, isExact: false, isKey: true }
    : null;
}

function hasOnly(value: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}
