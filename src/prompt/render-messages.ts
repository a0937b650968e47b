import { FILE_BLOCK } from "../lib/file-block.ts";
import { visibleEntries } from "../log/select.ts";
import type { Entry, ToolResult, WireMessage } from "../types.ts";

type Draft = { -readonly [K in keyof WireMessage]: WireMessage[K] };

/** Dialects whose calls stay as text in the reply, with the result as the person's text (a file block is no example of a call). */
const KEPT_AS_TEXT: ReadonlySet<string> = new Set([FILE_BLOCK]);

/**
 * The log as messages for the wire: a pure function, append-only between epochs.
 * What is said while a message has not been answered yet joins it; roles alternate; every call is answered.
 */
export function renderMessages(log: readonly Entry[]): WireMessage[] {
  const draft = createDraft();
  for (const entry of visibleEntries(log)) {
    if (entry.type === "result") draft.answer(entry.call, resultText(entry.result));
    else if (entry.type === "reply") draft.reply(assistantMessage(entry));
    else draft.say(spokenText(entry));
  }
  return draft.end();
}

function createDraft() {
  const messages: Draft[] = [];
  const unanswered = new Set<string>();
  const answerRest = (): void => {
    for (const call of unanswered) messages.push({ role: "tool", call, text: "Not run: interrupted." });
    unanswered.clear();
  };
  const say = (text: string | undefined): void => {
    if (!text) return;
    answerRest();
    const open = messages.at(-1);
    if (open && open.role !== "assistant") open.text += `\n\n${text}`;
    else messages.push({ role: "user", text });
  };
  return {
    say,
    answer(call: string, text: string): void {
      if (unanswered.delete(call)) messages.push({ role: "tool", call, text });
      else say(text);
    },
    reply(message: Draft | undefined): void {
      if (!message) return;
      answerRest();
      messages.push(message);
      for (const call of message.calls ?? []) unanswered.add(call.id);
    },
    end(): Draft[] {
      answerRest();
      return messages;
    },
  };
}

function spokenText(entry: Entry): string | undefined {
  switch (entry.type) {
    case "message":
      return [entry.message.text, entry.message.attachment].filter(Boolean).join("\n\n");
    case "notes":
      return entry.notes.map((note) => note.text).join("\n\n");
    case "verdict":
      return entry.verdict.do === "nudge" || entry.verdict.do === "ask" ? entry.verdict.text : undefined;
    case "epoch":
      return entry.text;
    default:
      return undefined;
  }
}

function assistantMessage(entry: Extract<Entry, { type: "reply" }>): Draft | undefined {
  const calls = entry.calls.filter((call) => !KEPT_AS_TEXT.has(call.form));
  const text = calls.length < entry.calls.length ? entry.raw.trim() : entry.text.trim();
  if (text === "" && calls.length === 0) return undefined;
  return { role: "assistant", text, ...(calls.length > 0 ? { calls } : {}) };
}

/** A tool's result as the model reads it: the text, or the error and the exact next call. */
export function resultText(result: ToolResult): string {
  if (result.ok) return result.text;
  return result.hint ? `Error: ${result.error}\n${result.hint}` : `Error: ${result.error}`;
}
