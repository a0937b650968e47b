import type { ProviderError, Request, StreamEvent } from "../types.ts";
import { excerpt, notAModelServer, toProviderError } from "./errors.ts";
import { explainFailure } from "./explain-failure.ts";
import { createIdleLimit, type IdleLimit } from "./idle-limit.ts";
import { looksTruncated } from "./looks-truncated.ts";
import { openReply } from "./open-reply.ts";
import type { Quirk } from "./quirks.ts";
import { createChunkReader } from "./read-chunk.ts";
import { readSse, type SsePiece } from "./read-sse.ts";
import { type JsonConnection, parseJson } from "./request-json.ts";

/** Text that is no event is kept up to this length, to see what it is. */
const MAX_PLAIN = 1024 * 1024;

/** One question on its way: where to, in what words, and how many milliseconds of silence are borne before and after the first byte of the answer. */
export type Question = JsonConnection & {
  readonly root: string;
  readonly shown: string;
  readonly quirk: Quirk;
  readonly request: Request;
  readonly body: string;
  readonly idleFirstMs: number;
  readonly idleMs: number;
};

/** Asks, and gives the reply as it comes; `end` or `error` is last. Leaving early closes the connection. Throws only for mistakes of ours. */
export async function* streamReply(question: Question, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const limit = createIdleLimit(signal);
  let opened = false;
  try {
    signal.throwIfAborted();
    limit.arm(question.idleFirstMs);
    const reply = yield* openReply(question, limit);
    opened = true;
    if ("body" in reply) yield* readReply(question, reply.body, limit);
    else yield failed(toProviderError(reply, question.quirk, question.shown));
  } catch (cause) {
    yield failed(
      explainFailure(cause, { aborted: signal.aborted, passedMs: limit.passed(), opened, shown: question.shown }),
    );
  } finally {
    limit.rest();
  }
}

function failed(error: ProviderError): StreamEvent {
  return { type: "error", error };
}

async function* readReply(
  question: Question,
  body: AsyncIterable<Uint8Array>,
  limit: IdleLimit,
): AsyncGenerator<StreamEvent> {
  const reading = createReading(question);
  let began = false;
  limit.arm(question.idleFirstMs);
  for await (const pieces of readSse(body)) {
    limit.rest();
    for (const piece of pieces) {
      const events = reading.take(piece);
      for (const event of events) {
        limit.signal.throwIfAborted();
        yield event;
        if (event.type === "error") return;
      }
      // Some servers send an empty first chunk at once and only then read the prompt.
      began ||= events.length > 0;
    }
    if (reading.isDone()) break;
    limit.arm(began ? question.idleMs : question.idleFirstMs);
  }
  yield* reading.end();
}

/** What has been read of one reply; `take` and `end` return the events that follow. */
function createReading({ quirk, request, shown }: Question) {
  const reader = createChunkReader();
  let done = false;
  let heard = false;
  let plain = "";
  const broken = (why: string): StreamEvent =>
    failed({
      kind: "stream-broken",
      message: `The reply of the server at ${shown} broke off: ${why}.`,
      hint: "whippet doctor",
      retryable: true,
    });
  const readJson = (json: unknown, text: string): readonly StreamEvent[] => {
    heard = true;
    const read = reader.read(json);
    if (!read) return [broken(`it sent "${excerpt(text)}"`)];
    return read.error === undefined ? read.events : [failed(errorInside(read.error, quirk, shown))];
  };
  return {
    isDone: () => done,
    take({ type, text }: SsePiece): readonly StreamEvent[] {
      if (type === "data" && text.trim() === "[DONE]") done = true;
      if (done || text.trim() === "") return [];
      const error = type === "line" ? /^error: ?(.*)/s.exec(text)?.[1] : undefined;
      const json = parseJson(error ?? text);
      if (type === "data" || json !== undefined) return readJson(error === undefined ? json : { error: json }, text);
      plain += `${text}\n`;
      done = plain.length > MAX_PLAIN;
      return [];
    },
    end(): readonly StreamEvent[] {
      const whole = heard || plain === "" ? undefined : parseJson(plain);
      const events = whole === undefined ? [] : readJson(whole, plain);
      return events.some((event) => event.type === "error") ? events : [...events, last()];
    },
  };

  function last(): StreamEvent {
    const finish = reader.finish() ?? (done && heard ? "stop" : undefined);
    if (finish === undefined) return heard ? broken("the connection was closed") : silent(plain);
    const usage = reader.usage();
    if (!quirk.truncates || !looksTruncated(request, usage)) return { type: "end", finish, usage };
    const message = `The server at ${shown} read only ${usage.sent} tokens of the prompt: it cut off the beginning, because its window is too small.`;
    return failed({ kind: "truncated", message, hint: quirk.enlarge, retryable: false });
  }

  function silent(text: string): StreamEvent {
    if (text === "") return broken("it answered with nothing");
    return failed(notAModelServer(`What answers at ${shown} is no model server. It says: ${excerpt(text)}`));
  }
}

/** An error inside a reply (HTTP said 200); llama.cpp gives the status it would have had in `code`. */
function errorInside(error: unknown, quirk: Quirk, shown: string): ProviderError {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return toProviderError(
    { status: typeof code === "number" ? code : 200, text: JSON.stringify({ error }) },
    quirk,
    shown,
  );
}
