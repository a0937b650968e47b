import type { IncomingMessage, RequestOptions } from "node:http";

/** One HTTP request. No time limit is applied here: `signal` is the only end. */
export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
};

/** An answer whose head has arrived. Leaving `body`'s iteration early, or `close`, closes the connection. */
export type HttpReply = {
  readonly status: number;
  readonly location?: string;
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
};

/** Sends a request. Rejects, as does the body, with a `ConnectionError` when the connection fails or is aborted. */
export type HttpTransport = (request: HttpRequest) => Promise<HttpReply>;

/** The connection failed, broke, or was aborted; `code` is the system's (`ECONNREFUSED`). */
export class ConnectionError extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionError";
    this.code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  }
}

/**
 * Node's own client, one connection a request: a reused connection that the server has just closed would lose a
 * request, and a closed connection is how servers notice that a reply is no longer wanted. Ignores proxies.
 */
export const sendDirectly: HttpTransport = async ({ url, body, ...rest }) => {
  const { request } = await import(url.startsWith("https:") ? "node:https" : "node:http");
  const options: RequestOptions = { ...rest, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response: IncomingMessage) => {
      const { location } = response.headers;
      resolve({
        status: response.statusCode ?? 0,
        ...(location === undefined ? {} : { location }),
        body: withConnectionErrors(response),
        close: () => response.destroy(),
      });
    });
    sent.on("error", (cause: Error) => reject(new ConnectionError(cause)));
    sent.end(body);
  });
};

/** The same bytes; what the stream throws comes out as a `ConnectionError`. */
export async function* withConnectionErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new ConnectionError(cause);
  }
}
