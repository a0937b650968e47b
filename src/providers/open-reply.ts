import { setTimeout as sleep } from "node:timers/promises";
import type { StreamEvent } from "../types.ts";
import type { HttpReply } from "./http-transport.ts";
import type { IdleLimit } from "./idle-limit.ts";
import { type JsonConnection, readText, requestJson } from "./request-json.ts";

/** Between two looks at a server that loads its model. */
export const LOAD_POLL_MS = 500;
const HEALTH_TIMEOUT_MS = 10_000;
const MAX_ERROR_BYTES = 1024 * 1024;

/** Posts the body and returns the answer's head, or the whole of an answer that is not 200. Waits, and says so, while llama.cpp loads its model. */
export async function* openReply(
  connection: JsonConnection & { readonly root: string; readonly body: string; readonly idleFirstMs: number },
  limit: IdleLimit,
): AsyncGenerator<
  StreamEvent,
  HttpReply | { readonly status: number; readonly text: string; readonly location?: string | undefined }
> {
  const { transport, root, body, idleFirstMs } = connection;
  const headers = { ...connection.headers, accept: "text/event-stream", "content-type": "application/json" };
  for (;;) {
    const reply = await transport({
      method: "POST",
      url: `${root}/v1/chat/completions`,
      headers,
      body,
      signal: limit.signal,
    });
    if (reply.status === 200) return reply;
    const text = await readText(reply.body, MAX_ERROR_BYTES);
    if (!isLoading(reply.status, text)) return { status: reply.status, text, location: reply.location };
    do {
      yield { type: "waiting", for: "load", done: 0, total: 100 };
      await sleep(LOAD_POLL_MS, undefined, { signal: limit.signal });
      limit.arm(idleFirstMs);
    } while (await stillLoads(connection, limit.signal));
  }
}

async function stillLoads(
  connection: JsonConnection & { readonly root: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { status, text } = await requestJson(connection, `${connection.root}/health`, {
    signal,
    timeoutMs: HEALTH_TIMEOUT_MS,
  });
  return isLoading(status, text);
}

/** llama.cpp answers everything with 503 `{"error":{"message":"Loading model","type":"unavailable_error"}}` until it is ready. */
function isLoading(status: number, text: string): boolean {
  return status === 503 && /loading model/i.test(text);
}
