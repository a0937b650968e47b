import { hiddenEntries, replies } from "../log/select.ts";
import type { Entry, Request } from "../types.ts";

/** Characters a token stands for before anything was measured; code in Qwen2.5's tokenizer is 3.3 to 3.9 (lower = more careful). */
const CHARACTERS_PER_TOKEN = 3.2;

/** Characters of a request that become tokens: all its texts and the tools' JSON. */
export function requestCharacters(request: Pick<Request, "system" | "tools" | "messages">): number {
  const messages = request.messages.reduce(
    (sum, message) => sum + message.text.length + 24 + (message.calls ? JSON.stringify(message.calls).length : 0),
    0,
  );
  return request.system.length + JSON.stringify(request.tools).length + messages;
}

/** Characters per token as the server counted them last in this log; the default before the first reply. */
export function charactersPerToken(log: readonly Entry[]): number {
  const measured = replies(log).findLast((reply) => (reply.usage?.sent ?? 0) > 200 && reply.requestCharacters);
  if (!measured?.usage || !measured.requestCharacters) return CHARACTERS_PER_TOKEN;
  return Math.min(6, Math.max(1, measured.requestCharacters / measured.usage.sent));
}

/** Tokens of a text, estimated and rounded up. */
export function estimateText(text: string, log: readonly Entry[]): number {
  return Math.ceil(text.length / charactersPerToken(log));
}

/**
 * Prompt tokens of a request: the server's own count of the last one that this extends, plus an estimate of what was added.
 * Without such a count, all of it is estimated.
 */
export function estimateRequest(request: Request, log: readonly Entry[]): number {
  const ratio = charactersPerToken(log);
  const characters = requestCharacters(request);
  const hidden = hiddenEntries(log);
  const epoch = log.findLastIndex((entry) => entry.type === "epoch");
  const base = replies(log.slice(epoch + 1)).findLast((reply) => reply.usage?.sent && !hidden.has(reply.seq));
  if (!base?.usage || !base.requestCharacters || base.requestCharacters > characters)
    return Math.ceil(characters / ratio);
  return base.usage.sent + Math.ceil((characters - base.requestCharacters) / ratio);
}
