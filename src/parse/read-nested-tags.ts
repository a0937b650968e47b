import { charAt, type Feed, indexOf, type Reading, skipRun, startsWith } from "./feed.ts";

/** An element: either text, or elements. `close` is the word in its closing tag. */
export type NestedElement = {
  readonly name: string;
  readonly close: string;
  text: string;
  readonly children: NestedElement[];
};

/** A tag behind the token; `name` is what its attribute `name` says, or its word. */
export type NestedTag = {
  readonly name: string;
  readonly close: string;
  readonly isCloser: boolean;
  readonly end: number;
};

/** How tags are told from text: the token before each of them, and the words of those that never stand in a value. */
export type NestedForm = { readonly token: string; readonly reserved: readonly string[] };

/** Carries a fault out of the recursion, with its index; caught where the call is read. */
export class NestedFault {
  readonly at: number;
  readonly message: string;
  readonly cut: boolean;

  constructor(at: number, message: string, cut = false) {
    this.at = at;
    this.message = message;
    this.cut = cut;
  }
}

const HEADER = /[^<>\n]*/y;
const NAME_ATTRIBUTE = /\sname\s*=\s*["']?([^"']+)/;
/** Far beyond any tool's arguments. */
const MAX_DEPTH = 50;
/** A tag is shorter, in characters. */
const MAX_TAG = 100;

/** The tag behind the token at `at`; null if there is none. */
export function* readNestedTag(feed: Feed, at: number, { token }: NestedForm): Reading<NestedTag | null> {
  if (!(yield* startsWith(feed, at, `${token}<`))) return null;
  const slashAt = at + token.length + 1;
  const isCloser = (yield* charAt(feed, slashAt)) === "/";
  const headerAt = isCloser ? slashAt + 1 : slashAt;
  const end = yield* skipRun(feed, headerAt, HEADER);
  if ((yield* charAt(feed, end)) !== ">") return null;
  const header = feed.text.slice(headerAt, end);
  const close = header.split(/\s/)[0] ?? "";
  return { name: NAME_ATTRIBUTE.exec(header)?.[1] ?? close, close, isCloser, end: end + 1 };
}

/**
 * Reads the content of the element whose opening tag ends at `from` into it, up to behind its closing tag. The closing
 * tag of an element around it (`outer`) closes it too and is left standing; an element may be closed twice.
 */
export function* readNestedContent(
  feed: Feed,
  from: number,
  element: NestedElement,
  form: NestedForm,
  outer: readonly string[] = [],
): Reading<number> {
  if (outer.length > MAX_DEPTH) throw new NestedFault(from, `more than ${MAX_DEPTH} levels of tags`);
  for (let at = from; ; ) {
    const { tag, at: tagAt } = yield* readUpToTag(feed, at, element, form, outer.length === 0);
    at = tag.end;
    if (!tag.isCloser) {
      const child: NestedElement = { name: tag.name, close: tag.close, text: "", children: [] };
      at = yield* readNestedContent(feed, at, child, form, [...outer, element.close]);
      element.children.push(child);
    } else if (closes(tag, element, outer))
      return tag.close !== element.close && outer.includes(tag.close) ? tagAt : at;
    else if (tag.close !== element.children.at(-1)?.close) {
      throw new NestedFault(tagAt, `</${tag.close}> closes nothing`);
    }
  }
}

/** A text is closed by any closing tag, elements only by one of their own. */
function closes({ close }: NestedTag, element: NestedElement, outer: readonly string[]): boolean {
  const isText = element.children.length === 0 && outer.length > 0;
  return close === element.close || outer.includes(close) || isText;
}

/** The next tag; the text before it goes to the element. `isCall`: its closing tag may miss at the end, behind a whole argument. */
function* readUpToTag(
  feed: Feed,
  from: number,
  element: NestedElement,
  form: NestedForm,
  isCall: boolean,
): Reading<{ readonly tag: NestedTag; readonly at: number }> {
  const at = yield* indexOf(feed, form.token, from);
  if (at < 0) return endOfText(feed, from, element, isCall);
  element.text += feed.text.slice(from, at);
  const tag = yield* readNestedTag(feed, at, form);
  if (!tag) throw new NestedFault(at, "a tag is due", (yield* charAt(feed, at + form.token.length + MAX_TAG)) === "");
  if (!tag.isCloser && form.reserved.includes(tag.close)) throw new NestedFault(at, "a call begins inside a call");
  if (element.text.trim() !== "" && (element.children.length > 0 || !tag.isCloser)) {
    throw new NestedFault(at, `text and tags stand side by side in <${element.close}>`);
  }
  return { tag, at };
}

function endOfText(feed: Feed, from: number, { close, children }: NestedElement, isCall: boolean) {
  const end = feed.text.length;
  const isWhole = isCall && feed.finish === "stop" && children.length > 0 && feed.text.slice(from).trim() === "";
  if (isWhole) return { tag: { name: "", close, isCloser: true, end }, at: end };
  throw new NestedFault(from, `<${close}> is not closed`, true);
}
