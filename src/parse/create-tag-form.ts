import { type Feed, type Reading, skipRun, startsWith } from "./feed.ts";
import type { Tag, TagForm, TagPlace } from "./tag-form.ts";

/** What sets one family's tags apart: how tags begin and end, and the words in them. */
export type TagRow = Pick<TagForm, "name" | "marks" | "trims"> & {
  /** Opening tags of wrappers, whole. */
  readonly wrappers: readonly string[];
  readonly calls: readonly [string, ...string[]];
  readonly arguments: readonly [string, ...string[]];
  /** The word of a tag around all arguments as JSON. */
  readonly all?: string;
  readonly open?: string;
  readonly close?: string;
  readonly end?: string;
  /** What opening tags begin with where a model forgets the family's own beginning; counts between arguments only. */
  readonly bareOpen?: string;
  readonly hasLines?: boolean;
  readonly hasCdata?: boolean;
};

type Word = Pick<Tag, "role" | "isAll"> & { readonly opener: string; readonly closer: string };

/** All there is to read tags: exact wrapper tags, and the beginnings of the others. */
type Syntax = {
  readonly wrappers: readonly { readonly text: string; readonly isCloser: boolean }[];
  readonly words: readonly Word[];
  readonly bareWords: readonly Word[];
  readonly end: string;
  readonly openers: readonly string[];
  readonly closers: readonly string[];
};

const HEADER = /[^<>\n]*/y;
const SPACES = /[ \t]*/y;
const NAMED = /(?:^|\s)(?:name|tool|key)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))/;
const KIND = /\s(?:string\s*=\s*["']?(true|false)|type\s*=\s*["']?(\w+))/;

/** A form whose tags are words between brackets, `<function=NAME>` or `<invoke name="NAME">`, from its row of data. */
export function createTagForm(row: TagRow): TagForm {
  const { open = "<", close = "</", end = ">", bareOpen } = row;
  const words = wordsOf(row, open, close);
  const wrappers = row.wrappers.flatMap((text) => [
    { text, isCloser: false },
    { text: text.replace(open, close), isCloser: true },
  ]);
  const syntax: Syntax = {
    wrappers,
    words,
    bareWords: bareOpen === undefined ? [] : wordsOf(row, bareOpen, close),
    end,
    openers: [...row.wrappers, ...words.map(({ opener }) => opener)],
    closers: [
      ...wrappers.filter(({ isCloser }) => isCloser).map(({ text }) => text),
      ...words.map(({ closer }) => closer + end),
    ],
  };
  return {
    name: row.name,
    marks: row.marks,
    trims: row.trims,
    hasLines: row.hasLines !== false,
    hasCdata: row.hasCdata === true,
    plain: plainRun([...syntax.openers, ...syntax.closers]),
    argumentCloser: `${close}${row.arguments[0]}${end}`,
    callCloser: `${close}${row.calls[0]}${end}`,
    readTag: (feed, at, place) => readTag(feed, at, place, syntax),
  };
}

function wordsOf(row: TagRow, open: string, close: string): Word[] {
  const word = (role: Word["role"], text: string, isAll = false): Word => ({
    role,
    isAll,
    opener: open + text,
    closer: close + text,
  });
  return [
    ...row.calls.map((text) => word("call", text)),
    ...row.arguments.map((text) => word("argument", text)),
    ...(row.all === undefined ? [] : [word("argument", row.all, true)]),
  ];
}

/** All heads begin with the same character; the one behind it tells most other uses of it apart. */
function plainRun(heads: readonly string[]): RegExp {
  const escaped = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  const first = escaped(heads[0] ?? "");
  const seconds = [...new Set(heads.map((head) => escaped(head.slice(1))))].join("");
  return new RegExp(`[^${first}]*(?:${first}(?![${seconds}]|$)[^${first}]*)*`, "uy");
}

function* readTag(feed: Feed, at: number, place: TagPlace, syntax: Syntax): Reading<Tag | "cut" | null> {
  for (const { text, isCloser } of syntax.wrappers) {
    if (yield* startsWith(feed, at, text)) return { role: "wrapper", isCloser, name: "", end: at + text.length };
  }
  const bareWords = place === "between" ? syntax.bareWords : [];
  for (const word of [...syntax.words, ...bareWords]) {
    const tag =
      (yield* readCloser(feed, at, word, syntax.end)) ?? (yield* readOpener(feed, at, word, syntax.end, place));
    if (tag) return tag;
  }
  return readEnding(feed, at, place, syntax);
}

function* readCloser(feed: Feed, at: number, { role, closer }: Word, end: string): Reading<Tag | null> {
  if (!(yield* startsWith(feed, at, closer))) return null;
  const endAt = yield* skipRun(feed, at + closer.length, SPACES);
  if (!(yield* startsWith(feed, endAt, end))) return null;
  return { role, isCloser: true, name: "", end: endAt + end.length };
}

function* readOpener(
  feed: Feed,
  at: number,
  { role, opener, isAll }: Word,
  end: string,
  place: TagPlace,
): Reading<Tag | "cut" | null> {
  if (!(yield* startsWith(feed, at, opener))) return null;
  const headerAt = at + opener.length;
  const endAt = yield* skipRun(feed, headerAt, HEADER);
  const header = feed.text.slice(headerAt, endAt);
  if (header !== "" && !/^[\s=]/.test(header)) return null;
  const isEnded = yield* startsWith(feed, endAt, end);
  if (!isEnded && end.startsWith(feed.text.slice(endAt))) return "cut";
  const name = isEnded ? nameIn(header) : "";
  // Where only tags may stand, a tag that is not whole is one all the same.
  if (place === "within" && name === "" && isAll !== true) return null;
  const [, isString, type] = KIND.exec(header) ?? [];
  const isText = isString !== undefined ? isString === "true" : type !== undefined ? type === "string" : undefined;
  const isEmpty = isEnded && header.trimEnd().endsWith("/");
  return { role, isCloser: false, name, end: isEnded ? endAt + end.length : endAt, isText, isAll, isEmpty };
}

/** `=NAME`, or the attribute that names the tool or the argument; quotation marks may miss. */
function nameIn(header: string): string {
  const bare = /^\s*=\s*(["']?)(.*?)\1\s*\/?\s*$/.exec(header)?.[2];
  const [, double, single, plain] = NAMED.exec(header) ?? [];
  return (bare ?? double ?? single ?? plain ?? "").trim();
}

/** What the text ends with, if it is the beginning of a tag. */
function readEnding(feed: Feed, at: number, place: TagPlace, { openers, closers }: Syntax): Tag | "cut" | null {
  const rest = feed.text.slice(at, at + 80);
  if (rest === "" || at + rest.length < feed.text.length) return null;
  if (openers.some((opener) => opener.startsWith(rest))) return "cut";
  const isCloser = closers.some((closer) => closer.startsWith(rest.trimEnd()));
  return isCloser && place !== "within" ? { role: "wrapper", isCloser, name: "", end: at + rest.length } : null;
}
