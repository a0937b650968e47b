import type { Taken } from "./dialects/dialect.ts";
import type { Reading } from "./feed.ts";
import { readFencedCall, readMarkedCall, readOpeningFence } from "./read-call-at.ts";
import { type Scan, show, take } from "./scan.ts";

/**
 * Takes the call at the beginning of the text. It ends a thought that is never closed; but if the reply did not end by
 * itself, only calls that it ends with are meant, and others are part of the thought.
 */
export function* takeCall(scan: Scan, taken: Taken): Reading<void> {
  if ("isText" in taken) return show(scan, taken.end);
  if (scan.isThinking) {
    if (scan.shownThinking > 0) return show(scan, taken.end);
    const end = scan.feed.finish === "stop" ? scan.feed.text.length : yield* endOfCalls(scan, taken);
    if (end < scan.feed.text.length) return show(scan, end);
    scan.isThinking = false;
    scan.parts.thinkingEnd();
  }
  take(scan, taken);
}

/** Behind the last of several calls in a row, and the blanks that follow it. */
function* endOfCalls(scan: Scan, first: Taken): Reading<number> {
  const { text, finish } = scan.feed;
  const rest = { ...scan, feed: { text, finish } };
  let taken: Taken | null = first;
  while (taken && !("isText" in taken)) {
    rest.feed.text = rest.feed.text.slice(taken.end).trimStart();
    const fence = yield* readOpeningFence(rest);
    taken = fence ? yield* readFencedCall(rest, fence) : yield* readMarkedCall(rest, "");
  }
  return text.length - rest.feed.text.length;
}
