import { lastReply, replies, runEntries } from "../log/select.ts";
import type { Feature } from "../types.ts";

/** Failed replies in a row after which the server is believed to be down. */
const MOST_IN_A_ROW = 2;

/** A stream that broke, or a server's passing fault, is asked again before the run fails. */
export const retryStream: Feature = {
  name: "retry-stream",
  review({ log, signal, progress }, at) {
    const run = runEntries(log);
    const error = lastReply(run)?.error;
    if (at !== "after-reply" || !error?.retryable || signal.aborted) return undefined;
    const all = replies(run);
    const failures = all.length - 1 - all.findLastIndex((reply) => !reply.error);
    if (failures > MOST_IN_A_ROW) return undefined;
    progress(`${error.message} Asking again.`);
    return { do: "retry" };
  },
};
