import type { ProviderError } from "../types.ts";
import { notAModelServer } from "./errors.ts";
import { ConnectionError } from "./http-transport.ts";

/** What is known when a request failed: `passedMs`, the idle limit that passed; `opened`, whether the answer had begun. */
export type FailedRequest = {
  readonly aborted: boolean;
  readonly passedMs?: number | undefined;
  readonly opened: boolean;
  readonly shown: string;
};

/** The failure of a connection as an error for the person and the loop. Throws what is no failure of a connection: that is a bug. */
export function explainFailure(cause: unknown, { aborted, passedMs, opened, shown }: FailedRequest): ProviderError {
  if (aborted) return { kind: "aborted", message: "Stopped.", hint: "", retryable: false };
  if (passedMs !== undefined) {
    const message = `The server at ${shown} sent nothing for ${Math.round(passedMs / 1000)} seconds.`;
    return { kind: "timeout", message, hint: "whippet doctor", retryable: false };
  }
  if (!(cause instanceof ConnectionError)) throw cause;
  if (cause.code.startsWith("HPE_")) return notAModelServer(`What answers at ${shown} does not speak HTTP.`);
  if (opened || cause.code === "ECONNRESET" || cause.code === "EPIPE") {
    const message = `The connection to the server at ${shown} broke (${cause.code || cause.message}).`;
    return { kind: "stream-broken", message, hint: "whippet doctor", retryable: true };
  }
  const message = `No server answers at ${shown} (${cause.code || cause.message}).`;
  return { kind: "unreachable", message, hint: "llama-server -m MODEL.gguf --port 8080", retryable: false };
}
