import { setTimeout as sleep } from "node:timers/promises";
import type { RequestRecord, StoryPart } from "../bench-record.ts";
import { createExchange, type Exchange } from "./create-exchange.ts";
import type { Ending, Witness } from "./forward.ts";
import { createStory } from "./tell-story.ts";

/** Requests go on while it is being filled. */
export type OpenRecorder = {
  /** Takes a request that begins now; `pass` resolves when it is over, and has no witness where no model is asked. */
  take(method: string, url: string, pass: (witness: Witness | undefined) => Promise<Ending>): void;
  /** Resolves when no request is open any more, or after `maxMs`. */
  settle(maxMs: number): Promise<void>;
  /** All that was taken, in the order of beginning; what is still open counts as cancelled. */
  result(): {
    readonly requests: readonly RequestRecord[];
    readonly story: readonly StoryPart[];
    /** Requests of any kind that could not reach the server, or lost it in mid-answer. */
    readonly lost: number;
    /** What happened to the last of them, as a clause without a full stop. */
    readonly lastLoss?: string;
  };
};

/** The chat, completion and message paths of OpenAI, llama.cpp, Ollama and Anthropic. */
const MODEL_PATHS = /\/(chat\/completions|completions?|api\/chat|api\/generate|v1\/messages|v1\/responses)$/;

/** A recorder whose time begins now. */
export function createRecorder(): OpenRecorder {
  const startMs = performance.now();
  const story = createStory();
  const exchanges: Exchange[] = [];
  const open = new Set<Promise<void>>();
  let lost = 0;
  let lastLoss: string | undefined;

  const begin = (path: string): Exchange => {
    const seconds = () => (performance.now() - startMs) / 1000;
    const exchange = createExchange(path, exchanges.length + 1, story, seconds);
    exchanges.push(exchange);
    return exchange;
  };
  return {
    take(method, url, pass) {
      const path = url.replace(/\?.*$/s, "");
      const exchange = method === "POST" && MODEL_PATHS.test(path) ? begin(path) : undefined;
      const over = pass(exchange).then((ending) => {
        open.delete(over);
        exchange?.end(ending);
        if (ending.kind !== "lost") return;
        lost++;
        lastLoss = ending.why;
      });
      open.add(over);
    },
    async settle(maxMs) {
      await Promise.race([Promise.all(open), sleep(maxMs, undefined, { ref: false })]);
    },
    result() {
      const requests = exchanges.map((exchange) => exchange.end({ kind: "cancelled" }));
      return { requests, story: story.parts(), lost, ...(lastLoss === undefined ? {} : { lastLoss }) };
    },
  };
}
