import type { Json } from "../types.ts";
import { isObject, type JsonObject, requiredKeys, schemaProperties, schemaTypes } from "./json-schema.ts";

/** What a person would put there, by the argument's name. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ["path", "src/main.js"],
  ["command", "npm test"],
  ["pattern", "TODO"],
  ["old", "the exact text in the file now"],
  ["new", "the text to put in its place"],
  ["content", "the whole new content"],
]);

/** One small valid set of arguments for an object schema: the required ones only. */
export function exampleArguments(schema: Json): JsonObject {
  const properties = schemaProperties(schema) ?? {};
  return Object.fromEntries(requiredKeys(schema).map((key) => [key, exampleValue(properties[key], key)]));
}

function exampleValue(schema: Json | undefined, name: string): Json {
  const own = isObject(schema) ? schema : {};
  const given = own["const"] ?? first(own["examples"]) ?? first(own["enum"]) ?? own["default"];
  if (given !== undefined) return given;
  switch (schemaTypes(own)[0]) {
    case "object":
      return exampleArguments(own);
    case "array":
      return [exampleValue(own["items"], name)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return own["minimum"] ?? 1;
    case "null":
      return null;
    default:
      return BY_NAME.get(name) ?? "…";
  }
}

function first(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}
