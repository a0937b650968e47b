import type { Json } from "../types.ts";
import { argumentName } from "./argument-names.ts";
import { exampleArguments } from "./example-arguments.ts";
import {
  allowsOtherKeys,
  describeSchema,
  describeValue,
  isObject,
  isOfType,
  type JsonObject,
  requiredKeys,
  schemaProperties,
  schemaTypes,
} from "./json-schema.ts";
import { parseWholeJson } from "./parse-whole-json.ts";

/** Arguments that pass the schema, or the first field that does not, with one small valid example. */
export type MendedArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly field: string;
      readonly expected: string;
      readonly got: string;
      readonly example: JsonObject;
    };

type Mended =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly field: string; readonly expected: string; readonly got: string };

/** Text that holds text that holds an object has been seen; more layers have not. */
const MAX_TEXT_LAYERS = 3;

/**
 * Makes arguments fit a tool's schema where the schema leaves no doubt: types, JSON given as text, one value where an
 * array is due, other names of a key. Keys that the schema does not know are dropped; what a string says is never touched.
 */
export function mendArguments(value: Json | undefined, schema: Json): MendedArguments {
  const mended = mendValue(value, isObject(schema) ? { type: "object", ...schema } : { type: "object" }, "arguments");
  if (mended.ok && isObject(mended.value)) return { ok: true, value: mended.value };
  const miss = mended.ok ? { field: "arguments", expected: "an object", got: describeValue(mended.value) } : mended;
  return { ok: false, field: miss.field, expected: miss.expected, got: miss.got, example: exampleArguments(schema) };
}

function mendValue(value: Json | undefined, schema: Json | undefined, field: string): Mended {
  const miss: Mended = { ok: false, field, expected: describeSchema(schema), got: describeValue(value) };
  if (value === undefined) return miss;
  const types = schemaTypes(schema);
  const fits = types.length === 0 || types.some((type) => isOfType(value, type));
  const fitting = fits ? value : types.map((type) => convert(value, type, schema)).find((made) => made !== undefined);
  if (fitting === undefined) return miss;
  if (isObject(schema) && Array.isArray(schema["enum"]) && !schema["enum"].includes(fitting)) return miss;
  if (Array.isArray(fitting)) return mendItems(fitting, isObject(schema) ? schema["items"] : undefined, field);
  return isObject(fitting) ? mendObject(fitting, schema, field) : { ok: true, value: fitting };
}

function mendItems(items: readonly Json[], schema: Json | undefined, field: string): Mended {
  const mended = items.map((item, index) => mendValue(item, schema, `${field}[${index}]`));
  return mended.find((item) => !item.ok) ?? { ok: true, value: mended.map((item) => (item.ok ? item.value : null)) };
}

function mendObject(value: JsonObject, schema: Json | undefined, field: string): Mended {
  const properties = schemaProperties(schema);
  if (!properties) return { ok: true, value };
  const required = requiredKeys(schema);
  const { known, unknown } = sortKeys(value, properties, required);
  const mended = new Map<string, Json>();
  for (const key of new Set([...known.keys(), ...required])) {
    const given = known.get(key);
    const property = properties[key];
    if (!required.includes(key) && isLeftOut(given, property)) continue;
    const result = mendValue(given, property, field === "arguments" ? key : `${field}.${key}`);
    if (!result.ok) return given === undefined ? { ...result, got: describeMissing(unknown) } : result;
    mended.set(key, result.value);
  }
  return { ok: true, value: Object.fromEntries([...mended, ...(allowsOtherKeys(schema) ? unknown : [])]) };
}

/** `null` is how models write "not given" for an optional argument. */
function isLeftOut(given: Json | undefined, schema: Json | undefined): boolean {
  return given === undefined || (given === null && !schemaTypes(schema).includes("null"));
}

type Keys = { readonly known: Map<string, Json>; readonly unknown: Map<string, Json> };

/** Arguments under the schema's own names; the rest is unknown. An unknown key that holds the missing ones is opened. */
function sortKeys(value: JsonObject, properties: JsonObject, required: readonly string[]): Keys {
  const known = new Map<string, Json>();
  const unknown = new Map<string, Json>();
  const free = Object.keys(properties).filter((name) => !Object.hasOwn(value, name));
  for (const [key, item] of Object.entries(value)) {
    const open = free.filter((name) => !known.has(name));
    const name = Object.hasOwn(properties, key) ? key : argumentName(key, open);
    if (name === undefined) unknown.set(key, item);
    else known.set(name, item);
  }
  const missing = required.filter((key) => !known.has(key));
  if (missing.length === 0) return { known, unknown };
  for (const [key, item] of unknown) {
    const only = Array.isArray(item) && item.length === 1 ? item[0] : item;
    if (!isObject(only)) continue;
    const inner = sortKeys(only, properties, []).known;
    if (!missing.every((name) => inner.has(name))) continue;
    unknown.delete(key);
    return { known: new Map([...inner, ...known]), unknown };
  }
  return { known, unknown };
}

function describeMissing(unknown: ReadonlyMap<string, Json>): string {
  const others = [...unknown].map(([key, item]) => `"${key.slice(0, 40)}": ${describeValue(item)}`);
  return others.length > 0 ? `nothing of that name, but ${others.slice(0, 3).join(", ")}` : "nothing";
}

/** The value as the type that is due, where only one reading is possible. */
function convert(value: Json, type: string, schema: Json | undefined): Json | undefined {
  if (type === "array" && value !== null) return convertToArray(value, schema);
  if (type === "object") return convertToObject(value);
  if (type === "string") return Number.isSafeInteger(value) ? String(value) : joinLines(value);
  if (typeof value !== "string") return undefined;
  if (type === "boolean")
    return /^(?:true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() === "true" : undefined;
  if (type !== "integer" && type !== "number") return undefined;
  const number = parseWholeJson(value);
  return number !== undefined && isOfType(number, type) ? number : undefined;
}

/** A text given as an array of its lines, as Qwen2.5-Coder writes files: joined, with line ends between where the lines bring none. */
function joinLines(value: Json): string | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const lines = value.filter((line) => typeof line === "string");
  if (lines.length < value.length) return undefined;
  const hasEnds = lines.slice(0, -1).every((line) => line.endsWith("\n"));
  return lines.join(hasEnds ? "" : "\n");
}

function convertToArray(value: Json, schema: Json | undefined): Json | undefined {
  if (typeof value !== "string") return [value];
  const parsed = parseWholeJson(value);
  if (Array.isArray(parsed)) return parsed;
  if (isObject(parsed)) return [parsed];
  const items = schemaTypes(isObject(schema) ? schema["items"] : undefined);
  return items.includes("string") && !/^\s*[[{]/.test(value) ? [value] : undefined;
}

function convertToObject(value: Json): Json | undefined {
  let inner: Json | undefined = value;
  for (let layer = 0; layer < MAX_TEXT_LAYERS && typeof inner === "string"; layer += 1) inner = parseWholeJson(inner);
  if (Array.isArray(inner) && inner.length === 1) inner = inner[0];
  return isObject(inner) ? inner : undefined;
}
