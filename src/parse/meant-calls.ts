import type { Call } from "../types.ts";
import { unknownTool } from "./call-problems.ts";
import { type WrittenCall, writtenCalls } from "./call-shape.ts";
import type { DialectOptions } from "./dialects/dialect.ts";
import { isObject, schemaProperties } from "./json-schema.ts";
import { makeBrokenCall, makeCall, resolveName } from "./make-call.ts";
import type { BrokenObject, ReadObjects } from "./read-objects.ts";

/**
 * The calls that JSON without marks of its own means, the last of them perhaps broken; null where any of it is other
 * data, or names no tool on offer, of which the model hears.
 */
export function meantCalls({ values, broken }: ReadObjects, form: string, options: DialectOptions): Call[] | null {
  const written = values.map(writtenCalls);
  if (!written.every((calls) => calls !== null)) return null;
  const calls = written.flat();
  if (!calls.every((call) => isMeantAsCall(call, form, options))) return null;
  if (broken ? !isMeantToGoOn(broken, calls.length, options) : calls.length === 0) return null;
  const made = calls.map((call) => makeCall(call, form, options));
  return broken ? [...made, makeBrokenCall(broken, form, options)] : made;
}

/** A listed tool with arguments; what only resembles a call besides must pass the schema, so that data is not taken for one. */
function isMeantAsCall(call: WrittenCall, form: string, options: DialectOptions): boolean {
  const given = call.arguments;
  if (!isObject(given) && typeof given !== "string") return false;
  const resolved = resolveName(call.name, options);
  if (resolved.name === null) {
    if (call.isExact) options.notice(unknownTool(call.name, resolved.nearest));
    return false;
  }
  if (call.isExact && call.name === resolved.name) return true;
  return (!call.isKey || isWrittenFor(call, options)) && makeCall(call, form, options).problem === undefined;
}

/** Whether a call whose name is a key has the tool's very name, and arguments of its names alone. */
function isWrittenFor({ name, arguments: given }: WrittenCall, { tools }: DialectOptions): boolean {
  const known = schemaProperties(tools.find((tool) => tool.name === name)?.parameters);
  const keys = isObject(given) ? Object.keys(given) : [];
  return known !== undefined && keys.length > 0 && keys.every((key) => Object.hasOwn(known, key));
}

function isMeantToGoOn(broken: BrokenObject, callsBefore: number, options: DialectOptions): boolean {
  if (broken.cut && callsBefore > 0) return true;
  return broken.hasArguments && broken.name !== null && resolveName(broken.name, options).name !== null;
}
