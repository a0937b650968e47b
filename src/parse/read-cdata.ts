import { type Feed, indexOf, type Reading, skipRun, startsWith } from "./feed.ts";
import type { ValueEnd } from "./find-value-end.ts";
import type { TagForm } from "./tag-form.ts";

/** A value that stood in CDATA sections, and the index behind it. */
export type Cdata = { readonly ok: true; readonly text: string; readonly next: number };

const OPEN = "<![CDATA[";
const CLOSE = "]]>";
const BLANKS = /\s*/y;

/** Reads a value in one or several sections `<![CDATA[…]]>`, up to behind its closing tag; null if it is none. */
export function* readCdata(feed: Feed, from: number, form: TagForm): Reading<Cdata | ValueEnd | null> {
  let text = "";
  let at = yield* skipRun(feed, from, BLANKS);
  if (!(yield* startsWith(feed, at, OPEN))) return null;
  let sectionAt = at + OPEN.length;
  for (at = sectionAt; ; ) {
    const close = yield* indexOf(feed, CLOSE, at);
    if (close < 0) return { ok: false, at: feed.text.length, error: "a CDATA section is not closed", cut: true };
    at = close + CLOSE.length;
    const nextAt = yield* skipRun(feed, at, BLANKS);
    if (yield* startsWith(feed, nextAt, OPEN)) {
      text += feed.text.slice(sectionAt, close);
      sectionAt = nextAt + OPEN.length;
      at = sectionAt;
      continue;
    }
    // Anything else may stand in the section itself.
    const tag = yield* form.readTag(feed, nextAt, "between");
    if (tag === null || tag === "cut" || !tag.isCloser) continue;
    const next = tag.role === "argument" ? tag.end : nextAt;
    return { ok: true, text: text + feed.text.slice(sectionAt, close), next };
  }
}
