import type { Json } from "../types.ts";

export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is an object, not an array or null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The properties that an object schema lists; undefined where it lists none and any key may stand. */
export function schemaProperties(schema: Json | undefined): JsonObject | undefined {
  return isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : undefined;
}

/** The keys that an object schema requires. */
export function requiredKeys(schema: Json | undefined): readonly string[] {
  const required = isObject(schema) ? schema["required"] : undefined;
  return Array.isArray(required) ? required.filter((key) => typeof key === "string") : [];
}

/** Whether an object schema that lists properties says outright that others may stand beside them. */
export function allowsOtherKeys(schema: Json | undefined): boolean {
  const others = isObject(schema) ? schema["additionalProperties"] : undefined;
  return others === true || isObject(others);
}

/** The types that a schema allows; empty where it does not say. */
export function schemaTypes(schema: Json | undefined): readonly string[] {
  if (!isObject(schema)) return [];
  const type = schema["type"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string");
  return schemaProperties(schema) ? ["object"] : [];
}

/** Whether a value is of one of JSON Schema's types. */
export function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  if (type === "object") return isObject(value);
  return typeof value === type;
}

/** "a string", "an array of strings", `one of "a", "b"`: what a schema wants, in words. */
export function describeSchema(schema: Json | undefined): string {
  if (isObject(schema) && Array.isArray(schema["enum"]))
    return `one of ${schema["enum"].map((v) => JSON.stringify(v)).join(", ")}`;
  const types = schemaTypes(schema);
  if (types.length === 0) return "a value";
  if (types.length === 1 && types[0] === "array" && isObject(schema)) {
    const items = schemaTypes(schema["items"]);
    return items.length === 1 ? `an array of ${items[0]}s` : "an array";
  }
  return types.map((type) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)).join(" or ");
}

/** What a value is, in words, long texts cut: for the sentence "expected …, got …". */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isObject(value)) return `an object with ${Object.keys(value).slice(0, 5).join(", ") || "no keys"}`;
  if (typeof value !== "string") return `${value}`;
  return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
}
