import type { Call } from "../../types.ts";
import { breakTaggedCall, type Lost } from "../break-tagged-call.ts";
import { charAt, type Feed, type Reading, skipRun } from "../feed.ts";
import { makeCall, resolveName } from "../make-call.ts";
import {
  type NestedElement,
  NestedFault,
  type NestedTag,
  readNestedContent,
  readNestedTag,
} from "../read-nested-tags.ts";
import { objectFromElements } from "../value-from-elements.ts";
import type { Dialect, DialectOptions, Taken } from "./dialect.ts";

const NAME = "minimax-m3";
const TOKEN = "]<]minimax[>[";
const WRAPPER = "tool_call";
const CALL = "invoke";
const FORM = {
  name: NAME,
  token: TOKEN,
  reserved: [WRAPPER, CALL] as readonly string[],
  argumentCloser: `${TOKEN}</NAME>`,
  callCloser: `${TOKEN}</${CALL}>`,
} as const;
const HEAD = `${TOKEN}<${CALL} `;

/** A call's opening tag is shorter, in characters. */
const MAX_HEAD = 200;

const BLANKS = /\s*/y;

/** MiniMax M3: every tag behind a token of its own, arguments as tags by their names, lists and objects as tags in them. */
export const minimaxM3: Dialect = {
  name: NAME,
  opens: { marks: [`${TOKEN}<${WRAPPER}>`, HEAD] },
  *read(feed, _, options) {
    const calls: Call[] = [];
    for (let end = 0; ; ) {
      const tag = yield* readNestedTag(feed, yield* skipRun(feed, end, BLANKS), FORM);
      const isDouble = tag?.close === CALL && tag.isCloser && calls.length > 0;
      const isFrame = tag?.close === WRAPPER && (end === 0 || calls.length > 0);
      if (isDouble || isFrame) end = tag.end;
      else if (tag?.close !== CALL || tag.isCloser) return yield* finish(feed, end, calls, options);
      else {
        const read = yield* readCall(feed, tag, options);
        calls.push(read.call);
        if (read.end === null) return { end: feed.text.length, calls, isLast: true };
        end = read.end;
      }
    }
  },
};

/** What is taken where no further call stands. */
function* finish(feed: Feed, end: number, calls: readonly Call[], options: DialectOptions): Reading<Taken | null> {
  const at = yield* skipRun(feed, end, BLANKS);
  const tag = yield* readNestedTag(feed, at, FORM);
  const name = calls[0]?.name ?? null;
  if (tag && !FORM.reserved.includes(tag.close)) {
    const error = name === null ? "the name of the tool is missing" : "tags follow behind its end";
    return yield* breakOff(feed, { name, at, error, cut: false }, options);
  }
  if (name !== null) return { end, calls };
  const isAtEnd = (yield* charAt(feed, at + MAX_HEAD)) === "" && feed.finish !== "stop";
  const rest = feed.text.slice(at);
  if (!isAtEnd || !(HEAD.startsWith(rest) || rest.startsWith(HEAD))) return null;
  return yield* breakOff(feed, { name, at, error: "the reply ends in it", cut: true }, options);
}

function* breakOff(feed: Feed, lost: Lost, options: DialectOptions): Reading<Taken> {
  const broken = yield* breakTaggedCall(feed, lost, FORM, options);
  return { end: feed.text.length, calls: [broken], isLast: true };
}

/** The call whose opening tag is read, and the index behind it; null if it is broken. */
function* readCall(
  feed: Feed,
  { name, end }: NestedTag,
  options: DialectOptions,
): Reading<{ readonly call: Call; readonly end: number | null }> {
  const element: NestedElement = { name, close: CALL, text: "", children: [] };
  try {
    const next = yield* readNestedContent(feed, end, element, FORM);
    const resolved = resolveName(name, options);
    const tool = options.tools.find((spec) => spec.name === resolved.name);
    const given = objectFromElements(element.children, tool?.parameters);
    if (!given) throw new NestedFault(end, "a name stands twice");
    return { call: makeCall({ name, arguments: given, isExact: true }, NAME, options), end: next };
  } catch (fault) {
    if (!(fault instanceof NestedFault)) throw fault;
    const { at, message, cut } = fault;
    return { call: yield* breakTaggedCall(feed, { name, at, error: message, cut }, FORM, options), end: null };
  }
}
