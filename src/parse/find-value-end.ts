import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import type { Tag, TagForm } from "./tag-form.ts";

/** Where a raw value ends and what follows it begins; or why that is not certain. `cut`: the text ended first. */
export type ValueEnd =
  | { readonly ok: true; readonly end: number; readonly next: number }
  | { readonly ok: false; readonly at: number; readonly error: string; readonly cut: boolean };

type Found = { readonly at: number; readonly tag: Tag };
type IsDue = (argument: string) => boolean;

/** What is open inside a value. `hasLeft`: a call was closed that did not begin in it. */
type Nesting = { arguments: number; calls: number; hasLeft: boolean };

const BLANKS = /\s*/y;

/**
 * Finds the end of the value at `from`. A value may itself hold whole calls, or speak of tags; a model may forget its
 * closing tag. Where both can be meant it is an error. `isDue`: the tool has such an argument and it was not given yet.
 */
export function* findValueEnd(feed: Feed, from: number, form: TagForm, isDue: IsDue): Reading<ValueEnd> {
  return (yield* findOwnCloser(feed, from, form, isDue)) ?? (yield* findOtherEnd(feed, from, form, isDue));
}

/** The value's own closing tag, tags inside it in pairs; null if they are none, so that something is missing. */
function* findOwnCloser(feed: Feed, from: number, form: TagForm, isDue: IsDue): Reading<ValueEnd | null> {
  const nesting: Nesting = { arguments: 0, calls: 0, hasLeft: false };
  for (let at = from; ; ) {
    const found = yield* nextTag(feed, at, form);
    if (!found) return null;
    const { tag } = found;
    if (tag.isCloser && tag.role === "argument" && nesting.arguments === 0) return yield* closeHere(feed, found, form);
    if (!nest(nesting, tag, isDue)) return null;
    at = tag.end;
  }
}

/** Counts a tag inside a value; false if a value whose own closing tag follows can't hold it there. */
function nest(nesting: Nesting, { role, isCloser, isEmpty, name }: Tag, isDue: IsDue): boolean {
  if (isCloser) {
    if (role === "argument") nesting.arguments -= 1;
    else if (nesting.calls > 0) nesting.calls -= 1;
    else nesting.hasLeft = true;
    return true;
  }
  if (nesting.hasLeft || (role === "argument" && nesting.calls === 0 && isDue(name))) return false;
  if (role !== "argument") nesting.calls += 1;
  else if (isEmpty !== true) nesting.arguments += 1;
  return true;
}

/** The first tag that counts, where it can only mean that the value's own closing tag was forgotten. */
function* findOtherEnd(feed: Feed, from: number, form: TagForm, isDue: IsDue): Reading<ValueEnd> {
  while (feed.finish === null) yield;
  // In a reply that was cut off the closing tag may be what was cut off, and the tags before it part of the value.
  if (feed.finish !== "stop") return { ok: false, at: feed.text.length, error: "a value is not closed", cut: true };
  const found = yield* nextTag(feed, from, form);
  if (!found) return { ok: false, at: from, error: "a value that begins here is not closed", cut: false };
  const { at, tag } = found;
  if (tag.isCloser && tag.role === "argument") return yield* closeHere(feed, found, form);
  if (!tag.isCloser && tag.role === "argument" && isDue(tag.name)) return { ok: true, end: at, next: at };
  if (tag.isCloser) {
    // A tag of the wrong kind closed the value, if arguments go on behind it.
    const next = yield* tagAt(feed, tag.end, form);
    const goesOn = next !== null && next !== "cut" && next.role === "argument" && !next.isCloser;
    if (!goesOn || isDue(next.name)) return { ok: true, end: at, next: goesOn ? tag.end : at };
  }
  return { ok: false, at, error: "a call begins inside a value that is not closed", cut: false };
}

function* closeHere(feed: Feed, { at, tag }: Found, form: TagForm): Reading<ValueEnd> {
  if (yield* isTagOrEnd(feed, tag.end, form)) return { ok: true, end: at, next: tag.end };
  return { ok: false, at, error: "text stands behind the closing tag of a value", cut: false };
}

/** The next tag in raw text that is not merely spoken of, or null. */
export function* nextTag(feed: Feed, from: number, form: TagForm): Reading<Found | null> {
  for (let at = from; ; at += 1) {
    at = yield* skipRun(feed, at, form.plain);
    if ((yield* charAt(feed, at)) === "") return null;
    const tag = yield* form.readTag(feed, at, "within");
    if (tag !== null && tag !== "cut" && !(yield* isMentioned(feed, at, tag, form))) return { at, tag };
  }
}

/** Quoted in code, in the middle of a sentence, or without a tag behind it that would go with it. */
function* isMentioned(feed: Feed, at: number, tag: Tag, form: TagForm): Reading<boolean> {
  const before = feed.text.charAt(at - 1);
  if (!tag.isCloser) return tag.role !== "argument" && /["'`]/.test(before);
  const after = yield* charAt(feed, tag.end);
  if (/["'`\\]/.test(after)) return true;
  const isInSentence = /[ \t(]/.test(before) && /[ \t).,;:!?]/.test(after);
  return (isInSentence || tag.role !== "argument") && !(yield* isTagOrEnd(feed, tag.end, form));
}

function* isTagOrEnd(feed: Feed, from: number, form: TagForm): Reading<boolean> {
  const at = yield* skipRun(feed, from, BLANKS);
  return (yield* charAt(feed, at)) === "" || (yield* form.readTag(feed, at, "between")) !== null;
}

/** What stands between arguments at `from`, behind blanks. */
function* tagAt(feed: Feed, from: number, form: TagForm): Reading<Tag | "cut" | null> {
  return yield* form.readTag(feed, yield* skipRun(feed, from, BLANKS), "between");
}
