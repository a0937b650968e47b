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
export function meantCalls(
  { values, broken }: Omit<ReadObjects, "end">,
  form: string,
  options: DialectOptions,
): Call[] | null {
  const written = values.map(writtenCalls);
  if (!written.every((calls) => calls !== null)) return null;
  const made = written.flat().map((call) => makeMeantCall(call, form, options));
  const calls = made.filter((call) => call !== null);
  if (calls.length < made.length) return null;
  if (!broken) return calls.length > 0 ? calls : null;
  return isMeantToGoOn(broken, calls.length, options) ? [...calls, makeBrokenCall(broken, form, options)] : null;
}

/** A listed tool with arguments; what only resembles a call besides must pass the schema, so that data is not taken for one. */
function makeMeantCall(call: WrittenCall, form: string, options: DialectOptions): Call | null {
  const given = call.arguments;
  if (!isObject(given) && typeof given !== "string") return null;
  const resolved = resolveName(call.name, options);
  if (resolved.name === null) {
    if (call.isExact) options.notice(unknownTool(call.name, resolved.nearest));
    return null;
  }
  if (call.isKey && !isWrittenFor(call, options)) return null;
  const made = makeCall(call, form, options);
  return made.problem === undefined || (call.isExact && call.name === resolved.name) ? made : null;
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
