import { asksForChange } from "../lib/asks-for-change.ts";
import { attemptEntries, lastReply, nudges } from "../log/select.ts";
import { requestText } from "../log/select-request.ts";
import type { Feature } from "../types.ts";

/** D10: what of a reply looked like a call and was not taken as one is told to the model in one line, at most once an attempt where nothing else ran. */
export const readingNotices: Feature = {
  name: "reading-notices",
  notes({ log }) {
    const entries = attemptEntries(log);
    const reply = lastReply(entries);
    if (!reply?.notices || reply.calls.length === 0) return [];
    const isTold = entries.some((entry) => entry.seq > reply.seq && entry.type === "notes");
    return isTold ? [] : [{ kind: "reading", text: `[${reply.notices.join(" ")}]`, maxTokens: 80 }];
  },
  review({ log }, at) {
    const entries = attemptEntries(log);
    const reply = lastReply(entries);
    if (at !== "after-reply" || !reply?.notices || reply.calls.length > 0 || reply.finish === "cut") return undefined;
    if (nudges(entries, "reading") > 0 || !asksForChange(requestText(log))) return undefined;
    return { do: "nudge", kind: "reading", text: `[${reply.notices.join(" ")}]` };
  },
};
