import { requestCharacters } from "../context/estimate-tokens.ts";
import { joinThoughts } from "../lib/join-thoughts.ts";
import { fileBlocks } from "../log/select-file-blocks.ts";
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
      const thought = cut ? "" : reader.take(event);
      if (!cut) consider(watch(event));
      if (thought !== "") consider(watch({ type: "thinking", text: thought }));
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
  const model = request.settings.model ?? parts.facts.model;
  const parser = createReplyParser({ tools: request.tools, model, ...fileBlocks(parts.log.entries, parts.profile) });
  const native = createNativeCallAssembler({ tools: request.tools });
  let thinking = "";
  let end: { finish: "stop" | "length"; usage: Usage } | undefined;
  let error: ProviderError | undefined;
  const show = (type: "text-delta" | "thinking-delta", text: string): void => {
    if (text) parts.emit({ type, text });
  };
  const read = (delta: string): string => {
    show("text-delta", parser.push(delta));
    const thought = parser.takeThinking();
    show("thinking-delta", thought);
    return thought;
  };
  read(request.continues?.text ?? "");
  return {
    /** Gives back what stood in the text and is thinking. */
    take(event: StreamEvent): string {
      if (event.type === "text") return read(event.text);
      if (event.type === "thinking") {
        thinking += event.text;
        show("thinking-delta", event.text);
      } else if (event.type === "call") native.push(event);
      else if (event.type === "waiting") parts.emit(event);
      else if (event.type === "end") end = event;
      else if (event.type === "error") error = event.error;
      return "";
    },
    end(isCut: boolean): Read {
      const finish = finishOf(isCut, error, end?.finish);
      const isWhole = finish === "stop" || finish === "length";
      const nativeCalls = isWhole ? native.end(finish) : [];
      const parsed = parser.end(isWhole ? finish : "cut", { hasCalls: nativeCalls.length > 0, thinking });
      const thoughts = joinThoughts((request.continues?.thinking ?? "") + thinking, parsed.thinking);
      const read = { raw: parsed.raw, text: parsed.text, thinking: thoughts, ...(end && { usage: end.usage }) };
      const isReadable = nativeCalls.length === 0 && parsed.calls.some(({ problem }) => problem === undefined);
      if (error && !isCut && !isReadable) return { ...read, calls: [], finish: "error", error };
      if (!isWhole) return { ...read, calls: [], finish };
      const notices = parsed.notices.length > 0 ? { notices: parsed.notices } : {};
      return { ...read, calls: [...nativeCalls, ...parsed.calls], finish, ...notices };
    },
  };
}

/** D7: an error that quotes the model's own text is a reply, if that text holds a call that can run. */
function finishOf(
  isCut: boolean,
  error: ProviderError | undefined,
  told: "stop" | "length" | undefined,
): Reply["finish"] {
  if (isCut) return "cut";
  if (error) return error.modelText === undefined ? "error" : "stop";
  return told ?? "cut";
}
