import text from "../../prompts/end-of-thought.md";
import { attemptEntries, replies } from "../log/select.ts";
import type { Context, Feature } from "../types.ts";

/** Tokens of a thought where the profile sets none: also a model that was told not to think may do so (H1). */
const USUAL_BUDGET = 2_000;
/** Characters of a thought's token: prose has 4 to 4.5, Chinese 1 to 1.5. Generous, for a server that counts itself should come first. */
const CHARACTERS_PER_TOKEN = 4.5;
const OTHERS_PER_TOKEN = 1.5;
/** Tokens of a thought that go along where it can't be gone on with. */
const KEPT_TOKENS = 500;

/** H1: a thought that takes too long is ended: by the server where it can, else cut, closed and kept, and the answer is not thought about again. */
export const thinkingBudget: Feature = {
  name: "thinking-budget",
  watch({ profile }) {
    const { thinking } = profile.settings;
    const budget = typeof thinking === "number" ? thinking : USUAL_BUDGET;
    let left = budget;
    return (event) => {
      if (!("type" in event) || event.type !== "thinking") return undefined;
      left -= tokensOf(event.text);
      return left < 0 ? { why: `it thought for more than ${budget} tokens`, next: "end-thinking" } : undefined;
    };
  },
  review(context, at) {
    const capped = cappedInARow(context);
    if (at !== "after-reply" || capped.length === 0) return undefined;
    const settings = { thinking: "off" } as const;
    if (context.facts.continues && capped.length === 1) return { do: "continue", settings };
    if (capped.length > 2) return undefined;
    const thought = capped.at(-1)?.thinking.slice(-KEPT_TOKENS * CHARACTERS_PER_TOKEN) ?? "";
    const told = text.trim().replace("{{thought}}", () => thought.trim());
    return { do: "nudge", kind: "end-thinking", text: told, settings };
  },
};

function tokensOf(text: string): number {
  const others = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return (text.length - others) / CHARACTERS_PER_TOKEN + others / OTHERS_PER_TOKEN;
}

/** The newest replies of the attempt as far as each was cut in its thought. */
function cappedInARow({ log }: Pick<Context, "log">) {
  const all = replies(attemptEntries(log));
  return all.slice(all.findLastIndex(({ cut }) => cut?.next !== "end-thinking") + 1);
}
