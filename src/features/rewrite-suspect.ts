import { estimateText } from "../context/estimate-tokens.ts";
import { calledNames, elideBodies } from "../lib/elide-bodies.ts";
import { numberLines } from "../lib/number-lines.ts";
import { speaksOfFailingTests } from "../lib/request-category.ts";
import { splitLines } from "../lib/split-lines.ts";
import { attemptEntries, facts, notesIn, personText, replies, runEntries } from "../log/select.ts";
import { askableFiles, askingNotes, FOUND_FILE } from "../log/select-asks.ts";
import { nextAttempt } from "../log/select-attempts.ts";
import { baselineCheck, currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import type { Context, Entry, Feature, Json, Note } from "../types.ts";
import type { Project } from "./project.ts";

/** One function that the failing test rests on. */
type Suspect = { readonly path: string; readonly name: string };

/** Suspects that get an attempt of their own, one after the other. */
const MOST_SUSPECTS = 3;

/**
 * A small model copies a wrong line as faithfully as a right one. In the attempts after the first, the body of the function
 * that the failing test calls is taken out of what it is shown, so that it has to write it anew from its name and the test.
 */
export function createRewriteSuspect(project: Project): Feature {
  return {
    name: "rewrite-suspect",
    async notes(context) {
      if (replies(runEntries(context.log)).length === 0) await recordSuspects(context, project);
      const suspect = openSuspect(context);
      return suspect ? elidedFile(suspect, context, project) : [];
    },
    review(context, at) {
      const { log, profile, progress } = context;
      if (profile.ask !== "direct" || !hasConcluded(log, at) || !isRed(context)) return undefined;
      const next = nextAttempt(context);
      const all = suspects(log);
      const suspect = next && all[(next.number - 2) % all.length];
      if (!next || !suspect) return undefined;
      progress(`attempt ${next.number} of ${profile.attempts}, with ${suspect.name} written anew`);
      context.record("suspect", suspect as unknown as Json);
      return { do: "restart", snapshot: next.snapshot, settings: next.settings, hide: askingNotes(log) };
    },
  };
}

function isRed({ log }: Context): boolean {
  const check = currentCheck(log);
  return check !== undefined && !isSatisfied(check, log, speaksOfFailingTests(personText(log)));
}

function suspects(log: readonly Entry[]): readonly Suspect[] {
  return (facts(runEntries(log), "suspects").at(-1)?.value ?? []) as unknown as readonly Suspect[];
}

/** Before anything has changed: the functions that the failing test calls and that the files asked for define; of the line that failed first, the outermost call before others. */
async function recordSuspects({ log, profile, record }: Context, project: Project): Promise<void> {
  const failure = baselineCheck(log)?.firstFailure ?? "";
  if (profile.ask !== "direct" || failure === "") return;
  const code = failure.split("\n").filter((line) => /^\s+\d+\t/.test(line));
  const found: Suspect[] = [];
  for (const name of new Set([...calledNames(code.at(-1) ?? ""), ...calledNames(failure)])) {
    for (const { path } of askableFiles(log)) {
      const file = await project.read(path);
      if (file && elideBodies(path, file.text, new Set([name])).names.length > 0) found.push({ path, name });
    }
  }
  if (found.length > 0) record("suspects", found.slice(0, MOST_SUSPECTS) as unknown as Json);
}

/** The suspect of an attempt that has just begun. */
function openSuspect({ log }: Context): Suspect | undefined {
  const restart = runEntries(log).findLast((entry) => entry.type === "verdict" && entry.verdict.do === "restart");
  const attempt = attemptEntries(log);
  const isNew = replies(attempt).length === 0 && notesIn(attempt).every(({ note }) => note.askable === undefined);
  if (restart?.type !== "verdict" || restart.feature !== "rewrite-suspect" || !isNew) return undefined;
  return facts(runEntries(log), "suspect").at(-1)?.value as Suspect | undefined;
}

async function elidedFile({ path, name }: Suspect, { log }: Context, project: Project): Promise<readonly Note[]> {
  const file = await project.read(path);
  if (!file) return [];
  const lines = splitLines(elideBodies(path, file.text, new Set([name])).text);
  const text = `[${path}, ${lines.length} lines; the body of ${name} was wrong and has been taken out:]\n${numberLines(lines)}`;
  const maxTokens = estimateText(text, log) + 1;
  return [{ kind: FOUND_FILE, text, maxTokens, partOfRequest: true, files: [file.view], askable: [path] }];
}
