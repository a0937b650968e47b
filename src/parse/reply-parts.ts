import type { Call } from "../types.ts";
import { createProse } from "./prose.ts";
import { type FileBlock, settleFileBlocks } from "./settle-file-blocks.ts";

/** Something behind the first file block: text, calls, or a block of which only the end of the reply decides what it is. */
type Held = { raw: string; readonly calls: readonly Call[]; readonly block?: FileBlock };

/** A reply as read: text for the person without its calls, the thinking, the calls in order, and lines for the model. */
export type ParsedReply = {
  /** Everything outside thinking as it was written, calls included. */
  readonly raw: string;
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly Call[];
  readonly notices: readonly string[];
};

export type ReplyParts = {
  text(text: string): void;
  thinking(text: string): void;
  /** A thought ends here. */
  thinkingEnd(): void;
  /** All that came so far turns out to be thinking. */
  allWasThinking(): void;
  /** Calls with their raw text. */
  calls(calls: readonly Call[], raw: string): void;
  /** A block with its raw text, which is shown if the block turns out to be no call. */
  block(block: FileBlock, raw: string): void;
  notice(line: string): void;
  /** What can be shown to the person since the last time. */
  take(): string;
  takeThinking(): string;
  settle(hasNativeCalls: boolean): ParsedReply;
};

/** Gathers what the scanner finds in a reply, in order; nothing is shown behind the first file block. */
export function createReplyParts(newId: () => string): ReplyParts {
  const thinking = createProse();
  const notices = new Set<string>();
  let prose = createProse();
  let raw: string[] = [];
  let calls: Call[] = [];
  let held: Held[] = [];
  return {
    text(text) {
      raw.push(text);
      const last = held.at(-1);
      if (!last) prose.add(text);
      else if (last.block || last.calls.length > 0) held.push({ raw: text, calls: [] });
      else last.raw += text;
    },
    thinking: (text) => thinking.add(text),
    thinkingEnd: () => thinking.gap(),
    allWasThinking() {
      thinking.add(raw.join(""));
      prose = createProse();
      raw = [];
      calls = [];
      held = [];
      notices.clear();
    },
    calls(found, itsRaw) {
      raw.push(itsRaw);
      if (held.length > 0) held.push({ raw: "", calls: found });
      else {
        prose.gap();
        calls.push(...found);
      }
    },
    block(block, itsRaw) {
      raw.push(itsRaw);
      held.push({ raw: itsRaw, calls: [], block });
    },
    notice: (line) => void notices.add(line),
    take: () => prose.take(),
    takeThinking: () => thinking.take(),
    settle(hasNativeCalls) {
      const blocks = held.flatMap(({ block }) => block ?? []);
      const hasOtherCalls = hasNativeCalls || calls.length > 0 || held.some((part) => part.calls.length > 0);
      const written = settleFileBlocks(blocks, { hasOtherCalls, newId, notice: (line) => notices.add(line) });
      for (const part of held) {
        const call = part.block && written.get(part.block);
        const found = call ? [call] : part.calls;
        calls.push(...found);
        if (found.length > 0) prose.gap();
        else prose.add(part.raw);
      }
      return { raw: raw.join(""), text: prose.all(), thinking: thinking.all(), calls, notices: [...notices] };
    },
  };
}
