import type { ToolSpec } from "../types.ts";
import { charAt, type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import { schemaProperties } from "./json-schema.ts";
import type { Tag, TagForm, TagPlace } from "./tag-form.ts";

const CALL = { open: "<tool_call>", close: "</tool_call>" } as const;
const KEY = { open: "<arg_key>", close: "</arg_key>" } as const;
const VALUE = { open: "<arg_value>", close: "</arg_value>" } as const;
const TEXTS = [CALL, KEY, VALUE].flatMap(({ open, close }) => [open, close]);

/** A key's closing tag stands alone only where it closes the wrong thing. */
const CLOSERS = [
  { role: "call", close: CALL.close },
  { role: "argument", close: VALUE.close },
  { role: "wrapper", close: KEY.close },
] as const;

const BLANKS = /\s*/y;
const LINE = /[^<\n]*/y;
const WORD = /^[\w.:-]+$/;

/**
 * GLM's tags as a form: `<tool_call>NAME` opens a call, `<arg_key>K</arg_key><arg_value>` an argument. The models drop
 * single tags under load; what is left tells a name from a key by the `tools` on offer.
 */
export function createGlmForm(tools: readonly ToolSpec[]): TagForm {
  return {
    name: "glm",
    marks: [CALL.open],
    plain: /[^<]*(?:<(?![ta/]|$)[^<]*)*/y,
    trims: "alike",
    hasLines: false,
    hasCdata: false,
    argumentCloser: VALUE.close,
    callCloser: CALL.close,
    readTag: (feed, at, place) => readTag(feed, at, place, tools),
  };
}

function* readTag(feed: Feed, at: number, place: TagPlace, tools: readonly ToolSpec[]): Reading<Tag | "cut" | null> {
  for (const { role, close } of CLOSERS) {
    if (yield* startsWith(feed, at, close)) return { role, isCloser: true, name: "", end: at + close.length };
  }
  if (yield* startsWith(feed, at, CALL.open)) return yield* readCall(feed, at + CALL.open.length, place, tools);
  if (yield* startsWith(feed, at, KEY.open)) return yield* readArgument(feed, at, place);
  if (yield* startsWith(feed, at, VALUE.open)) return nameless(at + VALUE.open.length);
  if (place === "between" && (yield* charAt(feed, at)) !== "<") return yield* readArgument(feed, at, place);
  return readEnding(feed, at, place);
}

function* readCall(feed: Feed, from: number, place: TagPlace, tools: readonly ToolSpec[]): Reading<Tag | "cut" | null> {
  // Within a value any call between these tags is one that must be closed there.
  if (place === "within") return opening("", from);
  const nameAt = yield* skipRun(feed, from, BLANKS);
  const nameEnd = yield* skipRun(feed, nameAt, LINE);
  const name = feed.text.slice(nameAt, nameEnd).trim();
  if (name === "" && (yield* charAt(feed, nameEnd)) === "") return "cut";
  if (!(yield* startsWith(feed, nameEnd, KEY.close))) return WORD.test(name) ? opening(name, nameAt) : null;
  const split = splitName(name, tools);
  if (split !== null) return opening(split, nameAt);
  // A second `<tool_call>` where the first `<arg_key>` is due.
  return place === "between" && WORD.test(name) ? yield* readArgument(feed, nameAt, place) : null;
}

function opening(name: string, nameAt: number): Tag {
  return { role: "call", isCloser: false, name, end: nameAt + name.length };
}

/** The tool's name in a name and a key that stand together because the tag between them is missing; null if that is not certain. */
function splitName(text: string, tools: readonly ToolSpec[]): string | null {
  const fitting = tools.filter(({ name, parameters }) => {
    const key = text.slice(name.length).trim();
    return text.startsWith(name) && Object.hasOwn(schemaProperties(parameters) ?? {}, key);
  });
  return fitting.length === 1 ? (fitting[0]?.name ?? null) : null;
}

/** A key, with or without its opening tag, up to where its value begins; the value's opening tag may miss behind the key's closing one. */
function* readArgument(feed: Feed, from: number, place: TagPlace): Reading<Tag | "cut" | null> {
  const keyAt = yield* skipText(feed, from, KEY.open);
  const keyEnd = yield* skipRun(feed, keyAt, LINE);
  const name = feed.text.slice(keyAt, keyEnd).trim();
  const closed = yield* skipText(feed, keyEnd, KEY.close);
  const isMarked = keyAt > from;
  if (isMarked && place !== "within" && endsIn(feed, closed, KEY.close)) return "cut";
  if (!isMarked && (name === "" || closed === keyEnd)) return null;
  const valueAt = yield* skipRun(feed, closed, BLANKS);
  const isOpened = yield* startsWith(feed, valueAt, VALUE.open);
  if (isOpened) return { role: "argument", isCloser: false, name, end: valueAt + VALUE.open.length };
  if (endsIn(feed, valueAt, VALUE.open)) return "cut";
  for (const text of [KEY.open, CALL.close]) if (yield* startsWith(feed, valueAt, text)) return nameless(valueAt);
  if (closed > keyEnd) return { role: "argument", isCloser: false, name, end: closed };
  return place === "within" ? null : nameless(keyEnd);
}

/** An argument's tag of which not enough is left. */
function nameless(end: number): Tag {
  return { role: "argument", isCloser: false, name: "", end };
}

/** Whether the text ends in the beginning of `text`, or right before it. Nothing has to be waited for where `text` was looked for. */
function endsIn(feed: Feed, at: number, text: string): boolean {
  return feed.text.length < at + text.length && text.startsWith(feed.text.slice(at));
}

/** Behind `text`, which may stand there several times or not at all. */
function* skipText(feed: Feed, from: number, text: string): Reading<number> {
  let at = from;
  while (yield* startsWith(feed, at, text)) at += text.length;
  return at;
}

function readEnding(feed: Feed, at: number, place: TagPlace): Tag | "cut" | null {
  const rest = feed.text.slice(at, at + 20);
  const texts = TEXTS.filter((text) => text.startsWith(rest));
  if (rest === "" || at + rest.length < feed.text.length || texts.length === 0) return null;
  if (texts.some((text) => !text.startsWith("</"))) return "cut";
  return place === "within" ? null : { role: "call", isCloser: true, name: "", end: at + rest.length };
}
