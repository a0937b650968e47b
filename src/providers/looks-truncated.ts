import type { Request, Usage } from "../types.ts";

/** Below this many tokens a server's count proves nothing; no server's window is smaller than twice that. */
const LEAST_TOKENS = 1_000;

/** No tokenizer packs ordinary text tighter than this: code and English have 3 to 5 characters a token. */
const MOST_CHARACTERS_PER_TOKEN = 8;

/**
 * Whether the server read clearly fewer prompt tokens than the request must have had (C2). Counts only the texts of
 * messages: templates may leave out tools, thinking and calls. Runs of one character are counted short, since
 * tokenizers join them. A count of 0 means that the server does not count.
 */
export function looksTruncated(request: Request, usage: Usage): boolean {
  if (usage.sent === 0) return false;
  const texts = [request.system, ...request.messages.map((message) => message.text)];
  const characters = texts.reduce((sum, text) => sum + text.replace(/\s+/g, " ").replace(/(.)\1{3,}/g, "$1").length, 0);
  const least = characters / MOST_CHARACTERS_PER_TOKEN;
  return least >= LEAST_TOKENS && usage.sent < least;
}
