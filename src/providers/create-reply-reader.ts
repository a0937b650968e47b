import type { ProviderError, Request, StreamEvent, Usage } from "../types.ts";
import { excerpt, notAModelServer, toProviderError } from "./errors.ts";
import { looksTruncated } from "./looks-truncated.ts";
import type { Quirk } from "./quirks.ts";
import { createChunkReader } from "./read-chunk.ts";
import type { SsePiece } from "./read-sse.ts";
import { parseJson } from "./request-json.ts";

/** Text that is no event is kept up to this length, to see what it is. */
const MAX_PLAIN = 1024 * 1024;

/**
 * A reply with clearly more than its limit of tokens comes from a server that ignores the limit, and might never end.
 * Tokens of code and prose have 3 to 5 characters, those of long words and runs of blanks more.
 */
const MOST_CHARACTERS_PER_TOKEN = 12;
const CHARACTERS_TO_SPARE = 1_000;

/** Makes events of what arrives in one reply. */
export type ReplyReader = {
  take(piece: SsePiece): readonly StreamEvent[];
  /** The reply is whole, far too long, or clearly none: nothing more need be read. */
  isDone(): boolean;
  /** What is left when nothing more comes; `end` or `error` is last. */
  end(): readonly StreamEvent[];
};

/** A reader for one reply to `request`; `shown` is the server's address for people, `onId` hears the reply's own id. */
export function createReplyReader({
  quirk,
  request,
  shown,
  onId = () => undefined,
}: {
  readonly quirk: Quirk;
  readonly request: Request;
  readonly shown: string;
  readonly onId?: (id: string) => void;
}): ReplyReader {
  const reader = createChunkReader();
  let done = false;
  let heard = false;
  let plain = "";
  const { maxTokens = Number.POSITIVE_INFINITY } = request.settings;
  let charactersLeft = maxTokens * MOST_CHARACTERS_PER_TOKEN + CHARACTERS_TO_SPARE;

  const read = (json: unknown, text: string): readonly StreamEvent[] => {
    heard = true;
    const chunk = reader.read(json);
    if (!chunk) return [broken(shown, `it sent "${excerpt(text)}"`)];
    if (chunk.error !== undefined) return [failed(errorInside(chunk.error, quirk, shown))];
    if (chunk.id !== undefined) onId(chunk.id);
    for (const event of chunk.events) charactersLeft -= lengthOf(event);
    done ||= charactersLeft < 0;
    return chunk.events;
  };
  const last = (): StreamEvent => {
    const isEndless = charactersLeft < 0 && reader.finish() === undefined;
    if (isEndless) return { type: "end", finish: "length", usage: reader.usage() };
    const finish = reader.finish() ?? (done && heard ? "stop" : undefined);
    if (finish === undefined) return heard ? broken(shown, "the connection was closed") : unheard(shown, plain);
    return finish === "load" ? failed(stillLoading(shown)) : whole(finish);
  };
  const whole = (finish: "stop" | "length"): StreamEvent => {
    const usage = reader.usage();
    const isCut = quirk.truncates && looksTruncated(request, usage);
    return isCut ? failed(truncated(usage, quirk, shown)) : { type: "end", finish, usage };
  };
  return {
    take(piece) {
      const text = piece.text.trim();
      if (piece.type === "data" && text === "[DONE]") done = true;
      if (done || text === "") return [];
      const json = piece.type === "data" ? parseJson(text) : jsonLine(text);
      if (piece.type === "data" || json !== undefined) return read(json, text);
      plain += `${piece.text}\n`;
      done = plain.length > MAX_PLAIN;
      return [];
    },
    isDone: () => done,
    end() {
      const json = heard || plain === "" ? undefined : parseJson(plain);
      const events = json === undefined ? [] : read(json, plain);
      return events.some((event) => event.type === "error") ? events : [...events, last()];
    },
  };
}

/** Characters of what the model wrote. An empty piece of a call counts as well: also of those there must be an end. */
function lengthOf(event: StreamEvent): number {
  if (event.type === "text" || event.type === "thinking") return event.text.length;
  return event.type === "call" ? Math.max(1, (event.arguments ?? event.name ?? "").length) : 0;
}

/** The JSON of a line that is no event: a bare object, or old llama.cpp's `error: {…}`. A page's many lines are not tried, which would take seconds. */
function jsonLine(text: string): unknown {
  if (text.startsWith("{")) return parseJson(text);
  const error = text.startsWith("error:") ? parseJson(text.slice("error:".length)) : undefined;
  return error === undefined ? undefined : { error };
}

/** An error inside a reply (HTTP said 200); llama.cpp gives the status it would have had in `code`. */
function errorInside(error: unknown, quirk: Quirk, shown: string): ProviderError {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  const answer = { status: typeof code === "number" ? code : 200, text: JSON.stringify({ error }) };
  return toProviderError(answer, quirk, shown);
}

function unheard(shown: string, plain: string): StreamEvent {
  if (plain === "") return broken(shown, "it answered with nothing");
  return failed(notAModelServer(`What answers at ${shown} is no model server. It says: ${excerpt(plain)}`));
}

function broken(shown: string, why: string): StreamEvent {
  const message = `The reply of the server at ${shown} broke off: ${why}.`;
  return failed({ kind: "stream-broken", message, hint: "whippet doctor", retryable: true });
}

function truncated({ sent }: Usage, { enlarge }: Quirk, shown: string): ProviderError {
  const message = `The server at ${shown} read only ${sent} tokens of the prompt: it cut off the beginning, because its window is too small.`;
  return { kind: "truncated", message, hint: enlarge, retryable: false };
}

/** G6: an empty reply whose reason is "load" comes from a server that has only loaded the model. */
function stillLoading(shown: string): ProviderError {
  const message = `The server at ${shown} only loaded the model and wrote nothing.`;
  return { kind: "server", message, hint: "whippet doctor", retryable: true };
}

/** An error as a stream's last event. */
export function failed(error: ProviderError): StreamEvent {
  return { type: "error", error };
}
