import * as z from "zod/mini";
import { ConnectionError } from "./http-transport.ts";
import { type JsonConnection, requestJson } from "./request-json.ts";

const TIMEOUT_MS = 5_000;
/** Events of the thought that may still come behind the server's yes: it has to write the closing mark first. */
const EVENTS_TO_SPARE = 64;

const Answer = z.object({ success: z.optional(z.boolean()) });

/** Ends one reply's thought in flight by llama.cpp's control path. */
export type ThoughtEnder = {
  /** The reply has begun under this id; where to say that its thought is to end. */
  begin(completion: string, connection: JsonConnection & { readonly root: string }, signal: AbortSignal): void;
  /** True: it is being ended. Called again for each event of the thought, it is false once the server refused or goes on all the same. */
  end(): boolean;
};

/** An ender for one reply. */
export function createThoughtEnder(): ThoughtEnder {
  let ask: (() => Promise<boolean>) | undefined;
  let refused = false;
  let left = EVENTS_TO_SPARE;
  let isAsked = false;
  return {
    begin(completion, connection, signal) {
      const body = JSON.stringify({ id: completion, action: "reasoning_end" });
      ask ??= async () => {
        const url = `${connection.root}/v1/chat/completions/control`;
        const { status, json } = await requestJson(connection, url, { signal, timeoutMs: TIMEOUT_MS, body });
        return status === 200 && Answer.safeParse(json).data?.success !== false;
      };
    },
    end() {
      if (!ask || refused) return false;
      if (!isAsked) {
        isAsked = true;
        ask().then(
          (ends) => {
            refused = !ends;
          },
          (cause: unknown) => {
            if (!(cause instanceof ConnectionError)) throw cause;
            refused = true;
          },
        );
      }
      left -= 1;
      return left >= 0;
    },
  };
}
