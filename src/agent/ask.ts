import { requestCharacters } from "../context/estimate-tokens.ts";
import { asksForChange } from "../lib/request-category.ts";
import { lastReply, notesIn, personText, runEntries, shownFiles, visibleEntries } from "../log/select.ts";
import { createNativeCallAssembler } from "../parse/assemble-native-calls.ts";
import { createReplyParser } from "../parse/create-reply-parser.ts";
import type { Cut, ProviderError, Reply, Request, StreamEvent, Usage } from "../types.ts";
import { type AgentParts, isModelOutput } from "./agent-parts.ts";
import { createWatch } from "./compose.ts";

/** The one way to ask: streams a reply, lets the watchers cut it, reads its calls. Never throws for what a server or model does. */
export async function ask(parts: AgentParts, request: Request, answers?: string): Promise<Reply> {
  const started = Date.now();
  const reader = createReader(parts, request);
  const stop = new AbortController();
  const watch = createWatch(parts);
  const stream = parts.provider.stream(request, AbortSignal.any([parts.signal, stop.signal]));
  let cut: Cut | undefined;
  const consider = (found: Cut | undefined): void => {
    if (!found || cut || (found.next === "end-thinking" && stream.endThinking())) return;
    cut = found;
    stop.abort();
  };
  const unsubscribe = parts.inbox.onArrival((message) => consider(watch(message)));
  let firstTokenMs: number | undefined;
  try {
    for await (const event of stream) {
      if (isModelOutput(event)) firstTokenMs ??= Date.now() - started;
      if (!cut) reader.take(event);
      consider(cut ? undefined : watch(event));
    }
  } finally {
    unsubscribe();
  }
  return {
    type: "reply",
    ...reader.end(cut !== undefined || parts.signal.aborted),
    ...(cut ? { cut } : {}),
    settings: request.settings,
    ...(answers === undefined ? {} : { answers }),
    requestCharacters: requestCharacters(request),
    durationMs: Date.now() - started,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  };
}

type Read = Pick<Reply, "raw" | "text" | "thinking" | "calls" | "notices" | "finish" | "usage" | "error">;

/** Collects one reply's events; emits what a person may see at once. */
function createReader(parts: AgentParts, request: Request) {
  const parser = createReplyParser({ tools: request.tools, ...fileBlocks(parts) });
  const native = createNativeCallAssembler({ tools: request.tools });
  let raw = request.continues?.text ?? "";
  let thinking = request.continues?.thinking ?? "";
  let end: { finish: "stop" | "length"; usage: Usage } | undefined;
  let error: ProviderError | undefined;
  const show = (text: string): void => {
    if (text) parts.emit({ type: "text-delta", text });
  };
  show(parser.push(raw));
  return {
    take(event: StreamEvent): void {
      if (event.type === "text") {
        raw += event.text;
        show(parser.push(event.text));
      } else if (event.type === "thinking") {
        thinking += event.text;
        parts.emit({ type: "thinking-delta", text: event.text });
      } else if (event.type === "call") native.push(event);
      else if (event.type === "waiting") parts.emit(event);
      else if (event.type === "end") end = event;
      else if (event.type === "error") error = event.error;
    },
    end(isCut: boolean): Read {
      const finish: Reply["finish"] = isCut ? "cut" : error ? "error" : (end?.finish ?? "cut");
      const read = { raw, thinking, finish, ...(end && { usage: end.usage }) };
      if (finish === "cut" || finish === "error") {
        const { text } = parser.end("cut");
        return { ...read, text, calls: [], ...(finish === "error" && error && { error }) };
      }
      const nativeCalls = native.end(finish);
      const { text, calls, notices } = parser.end(finish, nativeCalls.length > 0);
      return { ...read, text, calls: [...nativeCalls, ...calls], ...(notices.length > 0 && { notices }) };
    },
  };
}

/** File blocks are read where whole files are the profile's form and the request asks for a change: those shown, and the one file that was asked for last. */
function fileBlocks(parts: AgentParts): { fileBlocks?: { shown: string[]; only?: string } } {
  if (parts.profile.editFormat !== "whole" || !asksForChange(personText(parts.log.entries))) return {};
  const start = runEntries(parts.log.entries)[0]?.seq ?? 0;
  const visible = visibleEntries(parts.log.entries).filter((entry) => entry.seq >= start);
  const since = lastReply(visible)?.seq ?? -1;
  const only = notesIn(visible).findLast(({ seq, note }) => note.asksFor !== undefined && seq > since)?.note.asksFor;
  const shown = [...shownFiles(parts.log.entries).keys()];
  return { fileBlocks: { shown, ...(only === undefined ? {} : { only }) } };
}
