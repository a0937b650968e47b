import { newCallId } from "../lib/new-call-id.ts";
import type { ToolSpec } from "../types.ts";
import type { Dialect, FileBlocks } from "./dialects/dialect.ts";
import { dialects as allDialects } from "./dialects/index.ts";
import type { Feed, Finish } from "./feed.ts";
import { createReplyParts, type ParsedReply } from "./reply-parts.ts";
import { scanReply } from "./scan-reply.ts";

export type ReplyParserOptions = {
  readonly tools: readonly ToolSpec[];
  /** Given where a fenced block may be a whole file: the files shown in this run, and the one whose content was asked for. */
  readonly fileBlocks?: FileBlocks;
  /** The forms that are read; all by default. */
  readonly dialects?: readonly Dialect[];
  /** What the chat template put in front of the reply. */
  readonly prompt?: string;
  /** Makes a call's id; fresh random ones by default. */
  readonly newId?: () => string;
};

export type ReplyParser = {
  /** Takes the next piece of the reply and returns what the person may see now; nothing of a call in the making is among it. */
  push(delta: string): string;
  /** Reads the reply to its end. `hasNativeCalls`: the server sent calls besides the text, so file blocks are text. */
  end(finish: Finish, hasNativeCalls?: boolean): ParsedReply;
};

/** While this share of the held-back text (1/64) has not come in anew, reading on is put off: growing a long text piece by piece costs its length each time. */
const PATIENCE = 64;

/** Reads one reply's text as it streams in. The result is the same however the text is cut, in time linear in its length. */
export function createReplyParser({
  tools,
  fileBlocks,
  dialects = allDialects,
  prompt = "",
  newId = newCallId,
}: ReplyParserOptions): ReplyParser {
  const parts = createReplyParts(newId);
  const feed: Feed = { text: "", finish: null };
  const options = { tools, newId, prompt, notice: parts.notice, ...(fileBlocks ? { fileBlocks } : {}) };
  const scan = scanReply(feed, dialects, options, parts);
  let pending: string[] = [];
  let pendingLength = 0;
  const readOn = (): boolean => {
    feed.text += pending.join("");
    pending = [];
    pendingLength = 0;
    return scan.next().done === true;
  };
  return {
    push(delta) {
      pending.push(delta);
      pendingLength += delta.length;
      if (pendingLength * PATIENCE < feed.text.length) return "";
      readOn();
      return parts.take();
    },
    end(finish, hasNativeCalls = false) {
      feed.finish = finish;
      if (!readOn()) throw new Error("the scan of a reply did not end with its text");
      return parts.settle(hasNativeCalls);
    },
  };
}
