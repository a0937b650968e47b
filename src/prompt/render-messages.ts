import { FILE_BLOCK } from "../lib/file-block.ts";
import { hiddenEntries, replies, runEntries, visibleEntries } from "../log/select.ts";
import type { Call, Entry, Profile, ServerFacts, Settings, ToolResult, WireMessage } from "../types.ts";
import { type CallForm, callForm } from "./call-forms.ts";

type Draft = { -readonly [K in keyof WireMessage]: WireMessage[K] };

/** How the log is shown: calls as the server's own or, in prompt-tools mode, as text in a form (K9); with or without this run's thoughts (H3). */
export type View = { readonly calls: "native" | CallForm; readonly thoughts: boolean };

/** Dialects whose calls stay as text in the reply, with the result as the person's text (a file block is no example of a call). */
const KEPT_AS_TEXT: ReadonlySet<string> = new Set([FILE_BLOCK]);

const PLAIN: View = { calls: "native", thoughts: false };

type Known = { readonly profile: Profile; readonly facts: ServerFacts };

/** The view for the next request: by its tools mode, and by what the model's template shows of thoughts. */
export function viewFor(known: Known, { toolsMode }: Settings): View {
  return {
    calls: toolsMode === "prompt" ? callForm(known.profile.callForm) : "native",
    thoughts: keepsThoughts(known),
  };
}

/** Whether a new run takes thoughts of earlier ones out of the view; asked before its first message. */
export function dropsThoughts(log: readonly Entry[], known: Known): boolean {
  if (!keepsThoughts(known)) return false;
  const start = log.findLastIndex((entry) => entry.type === "epoch" && entry.cause === "new-run");
  const hidden = hiddenEntries(log);
  return replies(log.slice(start + 1)).some((reply) => reply.thinking !== "" && !hidden.has(reply.seq));
}

function keepsThoughts({ profile, facts }: Known): boolean {
  return facts.keepsThinking ?? profile.keepsThinking ?? false;
}

/**
 * The log as messages for the wire: a pure function, append-only between epochs.
 * What is said while a message has not been answered yet joins it; roles alternate; every call is answered.
 */
export function renderMessages(log: readonly Entry[], view: View = PLAIN): WireMessage[] {
  const draft = createDraft();
  const written = new Map<string, Call>();
  const start = firstWithThoughts(log, view);
  for (const entry of visibleEntries(log)) {
    if (entry.type === "reply") {
      draft.reply(assistantMessage(entry, view, entry.seq >= start));
      for (const call of callsAsCalls(entry)) written.set(call.id, call);
    } else if (entry.type === "result") {
      const text = resultText(entry.result);
      const call = written.get(entry.call);
      if (view.calls === "native" || !call) draft.answer(entry.call, text);
      else draft.say(view.calls.result(text, call));
    } else draft.say(spokenText(entry));
  }
  return draft.end();
}

function firstWithThoughts(log: readonly Entry[], { thoughts }: View): number {
  return thoughts ? (runEntries(log)[0]?.seq ?? log.length) : Number.POSITIVE_INFINITY;
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

/** D6: calls stand in one canonical form, whatever the model wrote; file blocks stay as they were written. */
function assistantMessage(
  entry: Extract<Entry, { type: "reply" }>,
  { calls: form }: View,
  withThought: boolean,
): Draft | undefined {
  const calls = callsAsCalls(entry);
  const text = calls.length < entry.calls.length ? entry.raw.trim() : entry.text.trim();
  if (text === "" && calls.length === 0) return undefined;
  const thinking = withThought && entry.thinking !== "" ? { thinking: entry.thinking } : {};
  if (form === "native") return { role: "assistant", text, ...thinking, ...(calls.length > 0 ? { calls } : {}) };
  return { role: "assistant", text: [text, writeCalls(calls, form)].filter(Boolean).join("\n\n"), ...thinking };
}

function callsAsCalls({ calls }: Extract<Entry, { type: "reply" }>): readonly Call[] {
  return calls.filter((call) => !KEPT_AS_TEXT.has(call.form));
}

function writeCalls(calls: readonly Call[], form: CallForm): string {
  return calls.map((call) => form.write(call)).join("\n");
}

/** A tool's result as the model reads it: the text, or the error and the exact next call. */
export function resultText(result: ToolResult): string {
  if (result.ok) return result.text;
  return result.hint ? `Error: ${result.error}\n${result.hint}` : `Error: ${result.error}`;
}
