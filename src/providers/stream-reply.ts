import type { Request, StreamEvent } from "../types.ts";
import { createReplyReader, failed } from "./create-reply-reader.ts";
import { toProviderError } from "./errors.ts";
import { explainFailure } from "./explain-failure.ts";
import { createIdleLimit, type IdleLimit } from "./idle-limit.ts";
import { openReply } from "./open-reply.ts";
import type { Quirk } from "./quirks.ts";
import { readSse } from "./read-sse.ts";
import type { JsonConnection } from "./request-json.ts";

/** One question on its way: where to, in what words, and how many milliseconds of silence are borne before and after the model's first word. */
export type Question = JsonConnection & {
  readonly root: string;
  readonly shown: string;
  readonly quirk: Quirk;
  readonly request: Request;
  readonly body: string;
  readonly idleFirstMs: number;
  readonly idleMs: number;
  /** Hears the reply's own id. */
  readonly onId?: (id: string) => void;
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

async function* readReply(
  question: Question,
  body: AsyncIterable<Uint8Array>,
  limit: IdleLimit,
): AsyncGenerator<StreamEvent> {
  const reader = createReplyReader(question);
  let began = false;
  limit.arm(question.idleFirstMs);
  for await (const pieces of readSse(body)) {
    limit.rest();
    for (const piece of pieces) {
      const events = reader.take(piece);
      for (const event of events) {
        limit.signal.throwIfAborted();
        yield event;
        if (event.type === "error") return;
      }
      // Progress and empty chunks come before a long prompt has been read; one batch of it may take minutes.
      began ||= events.some((event) => event.type !== "waiting");
    }
    if (reader.isDone()) break;
    limit.arm(began ? question.idleMs : question.idleFirstMs);
  }
  yield* reader.end();
}
