import type { Json } from "../types.ts";
import { isObject, type JsonObject, schemaProperties } from "./json-schema.ts";

/** A call as written: any name, any arguments. `isExact`: the object holds nothing but what belongs to a call. */
export type WrittenCall = { readonly name: string; readonly arguments: Json | undefined; readonly isExact: boolean };

const NAME_KEYS = ["name", "tool", "tool_name", "function"];
const ARGUMENT_KEYS = ["arguments", "parameters", "args", "input"];
const OTHER_KEYS = ["id", "type", "index"];

/**
 * The calls that a JSON value writes down: `{name, arguments}` or `parameters`, `{function: {name, arguments}}`,
 * `{tool, args}`, lists of them, `{tool_calls: […]}`. Null if any part of it is something else.
 */
export function writtenCalls(value: Json): readonly WrittenCall[] | null {
  if (Array.isArray(value)) {
    const calls = value.map(writtenCalls);
    return calls.length > 0 && calls.every((call) => call !== null) ? calls.flat() : null;
  }
  if (!isObject(value)) return null;
  if (Array.isArray(value["tool_calls"])) return writtenCalls(value["tool_calls"]);
  const inner = isObject(value["function"]) ? value["function"] : value;
  const call = writtenCall(inner);
  return (
    call && [{ ...call, isExact: call.isExact && (inner === value || hasOnly(value, ["function", ...OTHER_KEYS])) }]
  );
}

function writtenCall(value: JsonObject): WrittenCall | null {
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === "string");
  const name = nameKey === undefined ? undefined : value[nameKey];
  if (nameKey === undefined || typeof name !== "string") return null;
  const argumentKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(value, key));
  const given = argumentKey === undefined ? undefined : value[argumentKey];
  // `parameters` that are a schema describe a tool and do not call it.
  if (isObject(given) && given["type"] === "object" && schemaProperties(given)) return null;
  return { name, arguments: given, isExact: hasOnly(value, [nameKey, argumentKey ?? "", ...OTHER_KEYS]) };
}

function hasOnly(value: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}
