import type { Call } from "../types.ts";
import { breakTaggedCall } from "./break-tagged-call.ts";
import type { Taken } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import { hasStrayCloser } from "./has-stray-closer.ts";
import { type CallMaker, makeCall, resolveName } from "./make-call.ts";
import { readTaggedArguments } from "./read-tagged-arguments.ts";
import type { Tag, TagForm } from "./tag-form.ts";

/** The opening tag of a call, or of an argument where that of its call is lost; `cut`: the text ended in it. */
type Head = { readonly tag: Tag | "cut"; readonly at: number; readonly isWrapped: boolean };
/** A call and the index behind it, null if it is broken; `isCertain`: nothing had to be guessed. */
type Read = { readonly call: Call; readonly end: number | null; readonly isCertain: boolean };

/** Some models open a wrapper twice. */
const MAX_WRAPPERS = 3;
const BLANKS = /\s*/y;
const IN_MID_AIR = "the reply ends in it";
const GOES_ON = "tags follow behind its end, so that it is not certain where a value ends";

/**
 * Takes the calls that stand at `start` one behind the other, wrappers before and behind them or not; null if no call
 * stands there. Behind a call whose end had to be guessed nothing may run; a call whose end is not certain is broken.
 */
export function* readTaggedCalls(feed: Feed, start: number, form: TagForm, maker: CallMaker): Reading<Taken | null> {
  const calls: Call[] = [];
  let end = start;
  let isLast = false;
  while (!isLast) {
    const head = yield* readHead(feed, end, form);
    if (head === null || !(yield* isMeant(feed, head, form, maker))) break;
    const read = yield* readCall(feed, head, form, maker);
    if (read === null) break;
    calls.push(read.call);
    if (read.end === null) return { end: feed.text.length, calls, isLast: true };
    end = read.end;
    isLast = !read.isCertain;
  }
  const first = calls[0];
  if (!first) return null;
  if (!(yield* goesOn(feed, end, form, isLast))) return { end, calls, isLast };
  const lost = { name: first.name, at: end, error: GOES_ON, cut: false };
  const broken = yield* breakTaggedCall(feed, lost, form, maker);
  return { end: feed.text.length, calls: [broken], isLast: true };
}

function toolNamed(written: string, maker: CallMaker) {
  const { name } = resolveName(written, maker);
  return maker.tools.find((tool) => tool.name === name);
}

function* readHead(feed: Feed, from: number, form: TagForm): Reading<Head | null> {
  let at = from;
  for (let wrappers = 0; wrappers <= MAX_WRAPPERS; wrappers += 1) {
    at = yield* skipRun(feed, at, BLANKS);
    const isWrapped = wrappers > 0;
    if ((yield* charAt(feed, at)) === "") return isWrapped ? { tag: "cut", at, isWrapped } : null;
    const tag = yield* form.readTag(feed, at, "before");
    if (tag === "cut") return { tag, at, isWrapped };
    if (tag === null || tag.isCloser || (tag.role === "argument" && !isWrapped)) return null;
    if (tag.role !== "wrapper") return { tag, at, isWrapped };
    at = tag.end;
  }
  return null;
}

/** A tag alone is spoken of. In a wrapper the name of a tool is enough, so that the model hears what is wrong with the rest. */
function* isMeant(feed: Feed, { tag, isWrapped }: Head, form: TagForm, maker: CallMaker): Reading<boolean> {
  if (tag === "cut" || tag.role === "argument" || tag.isEmpty === true || (isWrapped && toolNamed(tag.name, maker)))
    return true;
  if (tag.name === "") return isWrapped;
  const at = yield* skipRun(feed, tag.end, BLANKS);
  const char = yield* charAt(feed, at);
  if (char === "") return feed.finish !== "stop";
  const next = yield* form.readTag(feed, at, "between");
  return char === "{" || (next !== null && (next === "cut" || next.isCloser || next.role === "argument"));
}

/** The call whose opening tag is read; null for the beginning of one in a reply that ended by itself. */
function* readCall(feed: Feed, { tag, at }: Head, form: TagForm, maker: CallMaker): Reading<Read | null> {
  if (tag === "cut" || tag.role === "argument" || tag.name === "") {
    const isCut = tag === "cut";
    if (isCut && feed.finish === "stop") return null;
    const lost = { name: null, at, error: isCut ? IN_MID_AIR : "the name of the tool is missing", cut: isCut };
    return { call: yield* breakTaggedCall(feed, lost, form, maker), end: null, isCertain: false };
  }
  const { name } = tag;
  const body = yield* readTaggedArguments(feed, tag, form, toolNamed(name, maker));
  // What had to be guessed may have been meant otherwise, if the reply was cut off.
  while (body.ok && !body.isCertain && feed.finish === null) yield;
  if (!body.ok || (!body.isCertain && feed.finish !== "stop")) {
    const lost = body.ok ? { at: body.end, error: IN_MID_AIR, cut: true } : body;
    return { call: yield* breakTaggedCall(feed, { ...lost, name }, form, maker), end: null, isCertain: false };
  }
  const call = makeCall({ name, arguments: body.value, isExact: true }, form.name, maker);
  return { call, end: yield* skipClosers(feed, body.end, form), isCertain: body.isCertain };
}

function* skipClosers(feed: Feed, from: number, form: TagForm): Reading<number> {
  for (let end = from; ; ) {
    const at = yield* skipRun(feed, end, BLANKS);
    const tag = yield* form.readTag(feed, at, "between");
    if (tag === null || tag === "cut" || !tag.isCloser || tag.role === "argument") return end;
    end = tag.end;
  }
}

/** Whether an argument follows at once, or the rest of the reply shows that the call did not end here. */
function* goesOn(feed: Feed, end: number, form: TagForm, isGuessed: boolean): Reading<boolean> {
  const next = yield* form.readTag(feed, yield* skipRun(feed, end, BLANKS), "between");
  if (next !== null && next !== "cut" && next.role === "argument") return true;
  return yield* hasStrayCloser(feed, end, form, isGuessed);
}
