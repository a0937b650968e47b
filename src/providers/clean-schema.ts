import type { Json } from "../types.ts";

/** What llama.cpp's grammar builder fails on, or turns into huge grammars; our own code checks arguments instead. */
const DROPPED = new Set(["pattern", "format", "minLength", "maxLength", "minItems", "maxItems"]);

/** Keywords whose object's keys are names of the schema's author, not keywords. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** Keywords that hold values, not schemas. */
const VALUES = new Set(["enum", "const", "default", "examples", "required"]);

/** A JSON Schema without the keywords that break servers' grammars; properties of those names stay. */
export function cleanSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(cleanSchema);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !DROPPED.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, cleanValue(key, value)]));
}

function cleanValue(key: string, value: Json): Json {
  if (VALUES.has(key)) return value;
  if (!NAMED.has(key) || !isObject(value)) return cleanSchema(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanSchema(schema)]));
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
