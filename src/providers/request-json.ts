import { ConnectionError, type HttpTransport } from "./http-transport.ts";

/** Whole answers are read up to this size; OpenRouter's list of models has about 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** How a server is spoken to; the headers carry the key and go to this server only. */
export type JsonConnection = {
  readonly transport: HttpTransport;
  readonly headers: Readonly<Record<string, string>>;
};

/** A whole answer: `json` is undefined where the text is no JSON. */
export type JsonReply = {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
  readonly location?: string;
};

/**
 * Sends a GET, or a POST where there is a `body`, and reads the whole answer within `timeoutMs`.
 * Throws a `ConnectionError` when none comes in time or the signal aborts.
 */
export async function requestJson(
  { transport, headers }: JsonConnection,
  url: string,
  { signal, timeoutMs, body }: { signal: AbortSignal; timeoutMs: number; body?: string },
): Promise<JsonReply> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const limited = AbortSignal.any([signal, timeout]);
  try {
    const reply = await transport({
      method: body === undefined ? "GET" : "POST",
      url,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      signal: limited,
    });
    const text = await readText(reply.body, MAX_BYTES);
    return {
      status: reply.status,
      text,
      json: parseJson(text),
      ...(reply.location ? { location: reply.location } : {}),
    };
  } catch (cause) {
    throw timeout.aborted && !signal.aborted ? new ConnectionError(`no answer within ${timeoutMs} ms`) : cause;
  }
}

/** The body as text, its first `maxBytes` only; broken UTF-8 becomes U+FFFD. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString("utf8");
}

/** The text's JSON value, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
