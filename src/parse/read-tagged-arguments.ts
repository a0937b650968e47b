import type { Json, ToolSpec } from "../types.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import { findValueEnd, type ValueEnd } from "./find-value-end.ts";
import { isObject, type JsonObject, schemaProperties } from "./json-schema.ts";
import { parseWholeJson } from "./parse-whole-json.ts";
import { readCdata } from "./read-cdata.ts";
import { readJsonFrom } from "./read-json.ts";
import type { Tag, TagForm } from "./tag-form.ts";
import { type RawArgument, trimLineBreaks } from "./trim-line-breaks.ts";
import { valueFromText } from "./value-from-text.ts";

type Fault = Extract<ValueEnd, { readonly ok: false }>;

/**
 * A call's arguments and the index behind them, before the closing tag; or what is wrong with them. `isCertain`: every
 * value and the call have their own closing tags.
 */
export type TaggedArguments =
  | { readonly ok: true; readonly value: JsonObject; readonly end: number; readonly isCertain: boolean }
  | Fault;

type Argument = RawArgument & { readonly tag: Tag };
type ReadArgument = { readonly ok: true; readonly argument: Argument; readonly end: number };
type Between = { readonly ok: true; readonly tag: Tag; readonly at: number };

const BLANKS = /\s*/y;

/** Reads what stands between the tags of a call: arguments in tags of their own, or all of them as one JSON object. */
export function* readTaggedArguments(
  feed: Feed,
  call: Tag,
  form: TagForm,
  tool: ToolSpec | undefined,
): Reading<TaggedArguments> {
  if (call.isEmpty === true) return { ok: true, value: {}, end: call.end, isCertain: true };
  const bodyAt = yield* skipRun(feed, call.end, BLANKS);
  if ((yield* charAt(feed, bodyAt)) === "{") return yield* readObject(feed, bodyAt, form);
  return yield* readTags(feed, bodyAt, form, tool && schemaProperties(tool.parameters));
}

function fault(at: number, error: string, cut = false): Fault {
  return { ok: false, at, error, cut };
}

/** Up to the first tag that is no argument's. */
function* readTags(
  feed: Feed,
  from: number,
  form: TagForm,
  properties: JsonObject | undefined,
): Reading<TaggedArguments> {
  const given: Argument[] = [];
  const isDue = (name: string): boolean =>
    (properties === undefined || Object.hasOwn(properties, name)) && given.every(({ tag }) => tag.name !== name);
  for (let at = from; ; ) {
    const between = yield* readBetween(feed, at, form, given.length > 0);
    if (!between.ok) return between;
    const { tag } = between;
    if (tag.role !== "argument") {
      const value = gather(given, form, properties);
      const isCertain = tag.isCloser && given.every(({ isClosed }) => isClosed);
      if (value) return { ok: true, value, end: between.at, isCertain };
      return fault(between.at, "an argument is given twice, or is no JSON object");
    }
    at = tag.end;
    // Some models close a value twice.
    if (tag.isCloser) continue;
    const read = yield* readArgument(feed, tag, form, (name) => name !== tag.name && isDue(name));
    if (!read.ok) return read;
    given.push(read.argument);
    at = read.end;
  }
}

/** The next tag. The end of the text stands for the closing tag of a call that has its arguments. */
function* readBetween(feed: Feed, from: number, form: TagForm, hasArguments: boolean): Reading<Between | Fault> {
  const at = yield* skipRun(feed, from, BLANKS);
  const tag = yield* form.readTag(feed, at, "between");
  if (tag === "cut") return fault(at, "a tag is not closed", true);
  if (tag !== null) return { ok: true, tag, at };
  if ((yield* charAt(feed, at)) !== "") return fault(at, "text stands where an argument or the end of the call is due");
  if (feed.finish !== "stop" || !hasArguments) return fault(at, "the call is not closed", true);
  return { ok: true, tag: { role: "call", isCloser: true, name: "", end: at }, at };
}

function* readArgument(
  feed: Feed,
  tag: Tag,
  form: TagForm,
  isDue: (name: string) => boolean,
): Reading<ReadArgument | Fault> {
  if (tag.name === "" && tag.isAll !== true) return fault(tag.end, "the tag of an argument is not whole");
  if (tag.isEmpty === true) {
    return { ok: true, argument: { tag, text: "", isRaw: false, isClosed: true }, end: tag.end };
  }
  const cdata = form.hasCdata ? yield* readCdata(feed, tag.end, form) : null;
  const found = cdata ?? (yield* findValueEnd(feed, tag.end, form, isDue));
  if (!found.ok) return found;
  const argument =
    "text" in found
      ? { tag, text: found.text, isRaw: false, isClosed: true }
      : { tag, text: feed.text.slice(tag.end, found.end), isRaw: true, isClosed: found.end < found.next };
  return { ok: true, argument, end: found.next };
}

/** The values by the schema; null if a name stands for two of them, or what should be all arguments is no object. */
function gather(given: readonly Argument[], form: TagForm, properties: JsonObject | undefined): JsonObject | null {
  const members = new Map<string, Json>();
  const texts = trimLineBreaks(given, form);
  for (const [index, { tag }] of given.entries()) {
    const text = texts[index] ?? "";
    const named =
      tag.isAll === true
        ? parseWholeJson(text)
        : { [tag.name]: valueFromText(text, properties?.[tag.name], tag.isText) };
    if (!isObject(named)) return null;
    for (const [name, member] of Object.entries(named)) {
      if (members.has(name) && JSON.stringify(members.get(name)) !== JSON.stringify(member)) return null;
      members.set(name, member);
    }
  }
  return Object.fromEntries(members);
}

function* readObject(feed: Feed, from: number, form: TagForm): Reading<TaggedArguments> {
  const reading = yield* readJsonFrom(feed, from, [form.callCloser]);
  if (!reading.ok) return reading;
  if (!isObject(reading.value)) return fault(from, "the arguments are no JSON object");
  const between = yield* readBetween(feed, reading.end, form, !reading.damage.includes("unclosed"));
  if (!between.ok) return between;
  const { tag, at } = between;
  if (tag.role === "argument") return fault(at, "an argument follows behind the object with all of them");
  return { ok: true, value: reading.value, end: at, isCertain: tag.isCloser };
}
