import { asksForChange } from "../lib/request-category.ts";
import { attemptEntries, checks, isGreen, lastReply, nudges, personText, runEntries } from "../log/select.ts";
import { askableFiles, askedFiles, nextFileToAsk } from "../log/select-asks.ts";
import { currentCheck, hasConcluded } from "../log/select-checks.ts";
import type { Context, Entry, Feature, Note } from "../types.ts";

/** A9: a small model is asked for one file's complete new content, as the last line of the request; files one after the other. */
export const directAsk: Feature = {
  name: "direct-ask",
  notes(context) {
    const path = isDirect(context) ? fileToAsk(context) : undefined;
    return path === undefined ? [] : [askNote(path, context)];
  },
  review(context, at) {
    if (!isDirect(context) || !hasConcluded(context.log, at)) return undefined;
    if (askedFiles(context.log).length === 0) return undefined;
    const check = currentCheck(context.log);
    const isRed = check !== undefined && !isGreen(check);
    const next = nextFileToAsk(context.log, !isRed);
    if (next === undefined) return undefined;
    const text = isRed ? `[${check.command} still fails:]\n${check.firstFailure}` : `[Now ${next}.]`;
    return { do: "nudge", kind: "next-file", text };
  },
};

function isDirect({ profile, log }: Context): boolean {
  return profile.ask === "direct" && asksForChange(personText(log)) && askableFiles(log).length > 0;
}

/** At the first request and after a word of the program: the next file, or again the last one. Nothing in between. */
function fileToAsk({ log }: Context): string | undefined {
  const run = runEntries(log);
  const reply = lastReply(run);
  const asked = askedFiles(log);
  if (!reply) return nextFileToAsk(log);
  const last = run.findLast((entry) => entry.type !== "fact" && entry.type !== "notes");
  if (last?.type === "verdict" && last.verdict.do === "nudge") return askFor(last.verdict.kind, asked, log);
  return isMissedBlock(last, reply.calls.length) && nudges(attemptEntries(log)) === 0 ? asked.at(-1) : undefined;
}

function askFor(kind: string, asked: readonly string[], log: readonly Entry[]): string | undefined {
  if (kind === "next-file") return nextFileToAsk(log);
  return kind === "repair" ? asked.at(-1) : undefined;
}

/** A block that was refused or could not be read is asked for again. */
function isMissedBlock(entry: Entry | undefined, calls: number): boolean {
  return entry?.type === "result" && calls === 1 && !entry.result.ok;
}

function askNote(path: string, { log }: Context): Note {
  const isRepair = checks(runEntries(log)).length > 0;
  const text = `Give the complete ${isRepair ? "corrected" : "new"} content of ${path} in one fenced code block. Keep all names and signatures.`;
  return { kind: "ask", text, maxTokens: 80, partOfRequest: true, asksFor: path };
}
