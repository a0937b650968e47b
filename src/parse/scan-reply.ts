import { isMarkdown } from "./block-languages.ts";
import type { Dialect, DialectOptions } from "./dialects/dialect.ts";
import { charAt, type Feed, type Reading, startsWith } from "./feed.ts";
import { type Fence, openBlock, readBlockLine } from "./fences.ts";
import { infoLabel, MAX_LABEL } from "./path-label.ts";
import { readFencedCall, readOpeningFence } from "./read-call-at.ts";
import type { ReplyParts } from "./reply-parts.ts";
import { createScan, type Scan, show } from "./scan.ts";
import { plainRun, scanLine } from "./scan-line.ts";
import { takeCall } from "./take-call.ts";
import { SPEAKER_LABELS } from "./template-tokens.ts";

/**
 * Goes through a reply once, from its beginning to its end, and puts what it finds in `parts`. Calls count where a
 * dialect opens in the model's own text: not in code spans, quotations, other fenced blocks or invented conversations,
 * and not in thinking that is closed.
 */
export function* scanReply(
  feed: Feed,
  dialects: readonly Dialect[],
  options: DialectOptions,
  parts: ReplyParts,
): Reading<void> {
  const scan = createScan(feed, dialects, options, parts);
  const plain = plainRun(scan);
  while ((yield* charAt(feed, 0)) !== "") {
    for (const label of SPEAKER_LABELS) scan.isInert ||= yield* startsWith(feed, 0, label);
    if (scan.openSpan > 0 || !(yield* scanFence(scan))) yield* scanLine(scan, plain);
  }
}

/** The fenced block that opens on this line, as a call or as text; false if none does. */
function* scanFence(scan: Scan): Reading<boolean> {
  const opening = yield* readOpeningFence(scan);
  if (!opening) return false;
  const taken = scan.isInert ? null : yield* readFencedCall(scan, opening);
  if (taken) yield* takeCall(scan, taken);
  else yield* passBlock(scan, opening.fence);
  scan.isFirstLine = false;
  return true;
}

/** A block that is no call goes to the person line by line as it comes. */
function* passBlock(scan: Scan, fence: Fence): Reading<void> {
  const { feed } = scan;
  const block = openBlock(fence, isMarkdown(infoLabel(fence.info.slice(0, MAX_LABEL)).language, ""));
  show(scan, fence.bodyAt);
  while ((yield* charAt(feed, 0)) !== "") {
    const kind = yield* readBlockLine(feed, 0, block);
    yield* passLine(scan);
    if (kind === "close") return;
  }
}

function* passLine(scan: Scan): Reading<void> {
  for (;;) {
    const end = scan.feed.text.indexOf("\n");
    show(scan, end < 0 ? scan.feed.text.length : end + 1);
    if (end >= 0 || (yield* charAt(scan.feed, 0)) === "") return;
  }
}
