import { hiddenEntries, replies } from "../log/select.ts";
import type { Entry, Request } from "../types.ts";

/** Characters a token stands for before anything was measured; code in Qwen2.5's tokenizer is 3.3 to 3.9 (lower = more careful). */
const CHARACTERS_PER_TOKEN = 3.2;

/** Characters of a request that become tokens: all its texts, thoughts that go back, and the tools' JSON where it is sent. */
export function requestCharacters({ system, tools, messages, settings }: Request): number {
  const characters = ({ text, thinking = "", calls }: Request["messages"][number]): number =>
    text.length + thinking.length + 24 + (calls ? JSON.stringify(calls).length : 0);
  const sum = messages.reduce((total, message) => total + characters(message), 0);
  return system.length + (settings.toolsMode === "prompt" ? 0 : JSON.stringify(tools).length) + sum;
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
