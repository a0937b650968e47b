import type { Json } from "../types.ts";
import { isObject, isOfType, schemaTypes } from "./json-schema.ts";
import { parseWholeJson } from "./parse-whole-json.ts";

/**
 * The value that raw text between tags means. Where the schema allows text it stays text, also `123` or `{"a":1}`; else
 * it is read as JSON. `isText`: what the call itself says, where the schema says nothing.
 */
export function valueFromText(text: string, schema: Json | undefined, isText = true): Json {
  const types = allowedTypes(schema);
  if (types.includes("string") && types.includes("null") && text.trim() === "null") return null;
  if (types.includes("string") || (types.length === 0 && isText)) return text;
  const value = parseWholeJson(text);
  if (value === undefined) return text;
  return types.length === 0 || types.some((type) => isOfType(value, type)) ? value : text;
}

/** The types that a schema allows in any of its alternatives; empty where one of them does not say. */
function allowedTypes(schema: Json | undefined): readonly string[] {
  const own = schemaTypes(schema);
  if (own.length > 0 || !isObject(schema)) return own;
  const values = Array.isArray(schema["enum"])
    ? schema["enum"]
    : schema["const"] === undefined
      ? []
      : [schema["const"]];
  if (values.length > 0) return values.map((value) => (value === null ? "null" : typeof value));
  const types = alternatives(schema).map(allowedTypes);
  return types.every((some) => some.length > 0) ? types.flat() : [];
}

/** The schemas of which a value need fit only one; none if the schema is a plain one. */
export function alternatives(schema: Json | undefined): readonly Json[] {
  if (!isObject(schema)) return [];
  return [schema["anyOf"], schema["oneOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
}
