import { newCallId } from "../lib/new-call-id.ts";
import type { ToolSpec } from "../types.ts";
import type { Dialect, FileBlocks } from "./dialects/dialect.ts";
import { dialectsFor } from "./families.ts";
import { type Feed, type Finish, readWhole } from "./feed.ts";
import { createReplyParts, type ParsedReply } from "./reply-parts.ts";
import { scanReply } from "./scan-reply.ts";
import { beginningIn } from "./template-tokens.ts";

export type ReplyParserOptions = {
  readonly tools: readonly ToolSpec[];
  /** Given where a fenced block may be a whole file: the files shown in this run, and the one whose content was asked for. */
  readonly fileBlocks?: FileBlocks;
  /** The model's name or its family's: the forms of calls that it was trained on are tried first. */
  readonly model?: string;
  /** The forms of calls that are read, for tests of one alone. */
  readonly dialects?: readonly Dialect[];
  /** What the chat template put in front of the reply: what follows its role header is read as the reply's beginning. */
  readonly prompt?: string;
  /** Makes a call's id; fresh random ones by default. */
  readonly newId?: () => string;
};

/** What a server sent of a reply besides its text. */
export type SentApart = { readonly hasCalls?: boolean; readonly thinking?: string };

export type ReplyParser = {
  /** Takes the next piece of the reply and returns what the person may see now; nothing of a call in the making is among it. */
  push(delta: string): string;
  /** The thinking that was read since the last time. */
  takeThinking(): string;
  /**
   * Reads the reply to its end. File blocks are text where the server sent calls; a reply that holds nothing but thinking
   * may have its calls there, also where the server sent the thinking apart.
   */
  end(finish: Finish, apart?: SentApart): ParsedReply;
};

/** While this share of the held-back text (1/64) has not come in anew, reading on is put off: growing a long text piece by piece costs its length each time. */
const PATIENCE = 64;

/** Reads one reply's text as it streams in. The result is the same however the text is cut, in time linear in its length. */
export function createReplyParser(given: ReplyParserOptions): ReplyParser {
  const { tools, fileBlocks, model = "", prompt = "", newId = newCallId, dialects = dialectsFor(model) } = given;
  const parts = createReplyParts(newId);
  const feed: Feed = { text: "", finish: null };
  const options = { tools, newId, prompt, notice: parts.notice, ...(fileBlocks ? { fileBlocks } : {}) };
  const scan = scanReply(feed, dialects, options, parts);
  let pending = [beginningIn(prompt)];
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
    takeThinking: () => parts.takeThinking(),
    end(finish, { hasCalls = false, thinking = "" } = {}) {
      feed.finish = finish;
      if (!readOn()) throw new Error("the scan of a reply did not end with its text");
      const reply = parts.settle(hasCalls);
      const thought = [thinking, reply.thinking].join("\n").trim();
      const isElsewhere = hasCalls || reply.calls.length > 0 || reply.text !== "" || thought === "";
      if (isElsewhere || finish !== "stop") return reply;
      const drafts = createReplyParts(newId);
      const { fileBlocks: _, ...draftOptions } = { ...options, notice: drafts.notice };
      readWhole(thought, (whole) => scanReply(whole, dialects, draftOptions, drafts));
      const { calls, notices } = drafts.settle(false);
      return { ...reply, calls, notices: [...reply.notices, ...notices] };
    },
  };
}
