import { type Feed, type Reading, startsWith } from "./feed.ts";

/**
 * The opening of a message in the format of gpt-oss, up to its body: whom it speaks to, and whether any of the format's
 * own tokens stand in it.
 */
export type HarmonyHeader = {
  readonly recipient: string;
  readonly hasTokens: boolean;
  readonly bodyAt: number;
};

const MESSAGE = "<|message|>";
const PART = /\s*(<\|(?:start|channel|constrain)\|>|to=([\w.:-]+)|assistant|analysis|commentary|final|json|code)/y;
const BROKEN_PART = /^(?:<\|?[a-z]*\|?|[a-z]*)$/;
const SPACES = /\s*/y;
/** Longer ones are none, in characters: a tool's name has at most 64. */
const MAX_HEADER = 200;

/** Reads the header that stands at the beginning of the text, its parts in any order; null if it is none, or speaks to no tool. */
export function* readHarmonyHeader(feed: Feed): Reading<HarmonyHeader | null> {
  while (feed.finish === null && feed.text.length < MAX_HEADER && !/\{|<\|message\|>/.test(feed.text)) yield;
  const text = feed.text.slice(0, MAX_HEADER);
  let recipient: string | undefined;
  let hasTokens = false;
  let at = 0;
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    recipient = part[2] ?? recipient;
    hasTokens ||= part[0].includes("<|");
    at = PART.lastIndex;
  }
  SPACES.lastIndex = at;
  SPACES.test(text);
  const bodyAt = SPACES.lastIndex;
  if (recipient === undefined || ["assistant", "user", "all", "self"].includes(recipient)) return null;
  if (text.startsWith(MESSAGE, bodyAt)) {
    // Muse has such headers too, but its calls are tags.
    if (yield* startsWith(feed, bodyAt + MESSAGE.length, "<atem:")) return null;
    return { recipient, hasTokens: true, bodyAt: bodyAt + MESSAGE.length };
  }
  const isCut = feed.finish !== "stop" && BROKEN_PART.test(text.slice(bodyAt)) && text.length < MAX_HEADER;
  if (isCut) return { recipient, hasTokens, bodyAt: text.length };
  return text.charAt(bodyAt) === "{" ? { recipient, hasTokens, bodyAt } : null;
}
