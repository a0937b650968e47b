import { charAt, type Feed, type Reading } from "./feed.ts";
import { type Fence, readFence } from "./fences.ts";

/** A path as a label gives it; `isExplicit`: a word like `FILE:` says that it is one. */
export type PathLabel = { readonly path: string; readonly isExplicit: boolean };

/** Longer lines are no labels, and waiting for their end would hold up the answer; in characters. */
export const MAX_LABEL = 200;
const KEYWORD = /^(?:file(?:\s?name|\s?path)?|path)\s*:\s*/i;

/** A keyword that may still be on its way. */
const KEYWORD_BEGUN = /^file\s[a-z]{0,4}$/i;
/** What no path that is a label without a keyword holds. */
const NOT_IN_PATH = /[^\w@.+~\-/\\[\]():#\s]/;

/** Whether a word looks like a file's path: a folder in it, or an extension. */
function looksLikePath(word: string): boolean {
  return /^[\w@.+~-]*(?:[/\\][\w@.+~[\]()-]+)*$/.test(word) && /[/\\]|[\w-]\.[A-Za-z]\w{0,9}$/.test(word);
}

/** The path that a whole line names: `FILE: path`, `path`, `**path**`, `### path`, `- path:`. */
export function labelOf(line: string): PathLabel | null {
  const { words, isExplicit } = undecorated(line);
  const path = words.replace(/:$/, "");
  if (path === "" || /\s/.test(path)) return null;
  return isExplicit || looksLikePath(path) ? { path, isExplicit } : null;
}

/** The path that a block's first line names: `FILE: path`, or a comment that is nothing but a path. */
export function firstLineLabel(line: string, hasHashComments: boolean): PathLabel | null {
  const comment = /^\s*(?:(\/\/|#|--|;)\s*(\S.*)|<!--\s*(.*?)\s*-->|\/\*+\s*(.*?)\s*\*\/)\s*$/.exec(line);
  if (comment?.[1] === "#" && !hasHashComments) return null;
  const label = labelOf(comment ? (comment[2] ?? comment[3] ?? comment[4] ?? "") : line);
  return comment || label?.isExplicit ? label : null;
}

/** The path in an info string and its language: `js src/a.js`, `js title="src/a.js"`, `js:src/a.js`, `src/a.js`. */
export function infoLabel(info: string): { readonly language: string; readonly path: string | undefined } {
  const attribute = /\b(?:title|file|filename|filepath|path|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s}]+))/.exec(info);
  const [first = "", ...rest] = info
    .replace(/[{}]/g, " ")
    .trim()
    .split(/[\s:]+/);
  const path = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? [first, ...rest].find(looksLikePath);
  return { language: looksLikePath(first) ? "" : first, path };
}

/** A line of its own that names a path, with the fence that opens on the next line (or behind one empty line); null otherwise. */
export function* readLabelledFence(
  feed: Feed,
  at: number,
): Reading<{ readonly path: string; readonly fence: Fence } | null> {
  const end = yield* labelEnd(feed, at);
  const label = end === null ? null : labelOf(feed.text.slice(at, end));
  if (end === null || !label) return null;
  let next = end + 1;
  while (/[ \t\r]/.test(yield* charAt(feed, next))) next += 1;
  if ((yield* charAt(feed, next)) === "\n") next += 1;
  else next = end + 1;
  const fence = yield* readFence(feed, next);
  return fence && { path: label.path, fence };
}

/** The end of a line that may be a label; null as soon as it can't be one. */
function* labelEnd(feed: Feed, at: number): Reading<number | null> {
  for (;;) {
    const end = feed.text.indexOf("\n", at);
    const line = feed.text.slice(at, end < 0 ? at + MAX_LABEL : end);
    if (line.length >= MAX_LABEL || isProse(line)) return null;
    if (end >= 0) return end;
    if (feed.finish !== null) return null;
    yield;
  }
}

/** A line so far that can't become a label any more. */
function isProse(line: string): boolean {
  const { words, isExplicit } = undecorated(line);
  if (!isExplicit && NOT_IN_PATH.test(words)) return true;
  return /\S\s+\S/.test(words) && !KEYWORD_BEGUN.test(words);
}

/** A line without list and heading marks, bold, quotes and a keyword in front. */
function undecorated(line: string): { words: string; isExplicit: boolean } {
  const bare = line
    .trim()
    .replace(/^(?:#{1,6}|[-*+]|\d+[.)])\s+/, "")
    .replace(/[*`"']/g, "")
    .trim();
  return { words: bare.replace(KEYWORD, ""), isExplicit: KEYWORD.test(bare) };
}
