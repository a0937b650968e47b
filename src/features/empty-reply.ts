import { replyReserve } from "../context/fit-request.ts";
import { correct } from "../log/correct.ts";
import { lastReply, type ReplyEntry, runEntries } from "../log/select.ts";
import type { Feature } from "../types.ts";

const WHY = "The model answered with nothing again and again.";

/** G6: a reply that holds nothing is asked for once more: as it was, without thinking where it only thought, with more room where the limit cut it. */
export const emptyReply: Feature = {
  name: "empty-reply",
  review(context, at) {
    const reply = lastReply(runEntries(context.log));
    if (at !== "after-reply" || !reply || !isEmpty(reply)) return undefined;
    const room = 2 * replyReserve(context.facts.window);
    if (reply.finish === "length") {
      const settings = { maxTokens: room, thinking: "off" } as const;
      return correct(context, { kind: "no-room", why: WHY }, { do: "retry", settings });
    }
    if (reply.thinking !== "") {
      const settings = { thinking: "off" } as const;
      return correct(context, { kind: "only-thought", why: WHY }, { do: "retry", settings });
    }
    return correct(context, { kind: "empty", why: WHY }, { do: "retry" });
  },
};

function isEmpty({ error, finish, calls, raw, text }: ReplyEntry): boolean {
  const isWhole = !error && (finish === "stop" || finish === "length");
  return isWhole && calls.length === 0 && raw.trim() === "" && text.trim() === "";
}
