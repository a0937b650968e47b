import type { Feed, Reading } from "./feed.ts";
import { nextTag } from "./find-value-end.ts";
import type { TagForm } from "./tag-form.ts";

/** Replies of which the rest is known to close nothing that it did not open, by form. Spares a reply of many calls to be read once for each. */
const sound = new WeakMap<Feed, Set<string>>();

/**
 * Whether the rest of a reply closes a value that nothing opened there: what looked like the end of a call may then stand
 * inside a value. Tags that close twice in a row do not count. `isFresh`: what stands before `from` says nothing of the rest.
 */
export function* hasStrayCloser(feed: Feed, from: number, form: TagForm, isFresh: boolean): Reading<boolean> {
  const forms = sound.get(feed) ?? new Set();
  if (!isFresh && forms.has(form.name)) return false;
  if (yield* findStrayCloser(feed, from, form)) return true;
  sound.set(feed, forms.add(form.name));
  return false;
}

function* findStrayCloser(feed: Feed, from: number, form: TagForm): Reading<boolean> {
  let open = 0;
  let isBehindCloser = false;
  for (let at = from; ; ) {
    const found = yield* nextTag(feed, at, form);
    if (!found) return false;
    const { role, isCloser, isEmpty, end } = found.tag;
    const isDouble = isBehindCloser && feed.text.slice(at, found.at).trim() === "";
    at = end;
    isBehindCloser = role === "argument" && isCloser;
    if (role !== "argument" || isEmpty === true) continue;
    if (!isCloser) open += 1;
    else if (open > 0) open -= 1;
    else if (!isDouble) return true;
  }
}
