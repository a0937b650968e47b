import { asksForChange } from "../lib/asks-for-change.ts";
import { asksToRename } from "../lib/asks-to-rename.ts";
import { fenceLanguage } from "../lib/fence-language.ts";
import { attemptEntries, isGreen, lastReply, nudges, runEntries } from "../log/select.ts";
import { askableFiles, askedFiles, nextFileToAsk } from "../log/select-asks.ts";
import { currentCheck, hasChanged, hasConcluded } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Feature, Note, Verdict } from "../types.ts";

/** Kinds of nudges after which a file is asked for: the next one, or the last one again. */
const NEXT = "next-file";
const AGAIN = "ask-again";

/** A9: a small model is asked for one file's complete new content, as the last line of the request; files one after the other. */
export const directAsk: Feature = {
  name: "direct-ask",
  notes(context) {
    const path = isDirect(context) ? fileToAsk(context) : undefined;
    return path === undefined ? [] : [askNote(path, requestText(context.log))];
  },
  review(context, at) {
    if (!isDirect(context) || !hasConcluded(context.log, at) || askedFiles(context.log).length === 0) return undefined;
    const check = currentCheck(context.log);
    const isRed = check !== undefined && !isGreen(check);
    const next = nextFileToAsk(context.log, !isRed);
    if (next !== undefined) {
      const text = isRed ? `[${check.command} still fails:]\n${check.firstFailure}` : `[Now ${next}.]`;
      return { do: "nudge", kind: NEXT, text };
    }
    return isRed || hasChanged(context.log) ? undefined : askAgain(context);
  },
};

function isDirect({ profile, log }: Context): boolean {
  return profile.ask === "direct" && asksForChange(requestText(log)) && askableFiles(log).length > 0;
}

/** Nothing was written, and no failing test leads on: asked once more, then the run ends and says so. */
function askAgain({ log }: Context): Verdict {
  const path = askedFiles(log).at(-1) ?? "";
  if (nudges(attemptEntries(log), AGAIN) === 0) return { do: "nudge", kind: AGAIN, text: `[${path} was not changed.]` };
  const why = `The model gave no new content for ${path} that could be used.`;
  return {
    do: "stop",
    outcome: { kind: "stopped", why, hint: "Say more exactly what should change, or use a larger model." },
  };
}

/** At the first request and after a word of the program: the next file, or again the last one. Nothing in between. */
function fileToAsk({ log }: Context): string | undefined {
  const run = runEntries(log);
  if (!lastReply(run)) return nextFileToAsk(log);
  const last = run.findLast((entry) => entry.type !== "fact" && entry.type !== "notes");
  if (last?.type === "epoch" && askedFiles(log).length === 0) return nextFileToAsk(log);
  if (last?.type !== "verdict" || last.verdict.do !== "nudge") return undefined;
  return last.verdict.kind === NEXT ? nextFileToAsk(log) : askedFiles(log).at(-1);
}

/** The wording was chosen by what the 1.5B writes: a fence named by its language keeps it from answering with a call. */
function askNote(path: string, request: string): Note {
  const kept = asksToRename(request) ? "Keep all other names and signatures." : "Keep names and signatures.";
  const text = `Give the complete new content of ${path} in one \`\`\`${fenceLanguage(path)} block. ${kept}`;
  return { kind: "ask", text, maxTokens: 80, partOfRequest: true, asksFor: path };
}
