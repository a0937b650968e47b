import { estimateText } from "../context/estimate-tokens.ts";
import { calledNames, failingCalls, functionBody, maskBody, PARTS } from "../lib/mask-body.ts";
import { numberLines } from "../lib/number-lines.ts";
import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { splitLines } from "../lib/split-lines.ts";
import { attemptEntries, facts, notesIn, replies, runEntries } from "../log/select.ts";
import { askableFiles, askedFiles, askingNotes, FOUND_FILE } from "../log/select-asks.ts";
import { nextAttempt } from "../log/select-attempts.ts";
import { baselineCheck, currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Entry, Feature, Json, Note } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** Part of a function that the failing test rests on. */
type Suspect = { readonly path: string; readonly name: string; readonly part: number };

const TAKEN_OUT = "that may be wrong were taken out";
/** Parts that get an attempt of their own, one after the other. */
const MOST_SUSPECTS = 8;

/**
 * A small model copies a wrong line as faithfully as a right one, but writes the right one where it has to fill a gap. In the
 * attempts after the first, every third line of the function that the failing test calls is taken out of what it is shown;
 * then the other lines; then those of the next function.
 */
export function createRewriteSuspect(project: Project): Feature {
  return {
    name: "rewrite-suspect",
    async notes(context) {
      if (replies(runEntries(context.log)).length === 0) await recordSuspects(context, project);
      const suspect = openSuspect(context);
      return suspect ? maskedFile(suspect, context, project) : [];
    },
    review(context, at) {
      const { log, profile, progress } = context;
      if (askedFiles(log).length === 0 || !hasConcluded(log, at) || !isRed(context)) return undefined;
      const next = nextAttempt(context);
      const all = suspects(log);
      const suspect = next && all[(next.number - 2) % all.length];
      if (!next || !suspect) return undefined;
      progress(`attempt ${next.number} of ${profile.attempts}, with gaps in ${suspect.name}`);
      context.record("suspect", suspect as unknown as Json);
      // Another gap is change enough: only a part that comes again is asked for at the attempts' temperature.
      const { temperature, ...settings } = next.settings;
      const isRepeated = next.number - 2 >= all.length;
      const hide = askingNotes(log);
      return { do: "restart", snapshot: next.snapshot, settings: isRepeated ? next.settings : settings, hide };
    },
  };
}

function isRed({ log }: Context): boolean {
  const check = currentCheck(log);
  return check !== undefined && !isSatisfied(check, log, speaksOfFailingTests(requestText(log)));
}

function suspects(log: readonly Entry[]): readonly Suspect[] {
  return (facts(runEntries(log), "suspects").at(-1)?.value ?? []) as unknown as readonly Suspect[];
}

/** Before anything has changed: the functions that the failing test calls and that the files asked for define, then those that they call. */
async function recordSuspects({ log, profile, record }: Context, project: Project): Promise<void> {
  const failure = baselineCheck(log)?.firstFailure ?? "";
  if (profile.ask !== "direct" || failure === "") return;
  const files = await Promise.all(
    askableFiles(log).map(async ({ path }) => ({ path, text: (await project.read(path))?.text ?? "" })),
  );
  const direct = failingCalls(failure);
  const bodies = direct.flatMap((name) => files.map(({ path, text }) => functionBody(path, text, name)));
  const names = new Set([...direct, ...bodies.flatMap(calledNames)]);
  const found = [...names].flatMap((name) =>
    files.flatMap(({ path, text }) => {
      const parts = [...Array(PARTS).keys()].filter((part) => maskBody(path, text, name, part).count > 0);
      return parts.map((part) => ({ path, name, part }));
    }),
  );
  if (found.length > 0) record("suspects", found.slice(0, MOST_SUSPECTS));
}

/** The suspect of an attempt that has just begun. */
function openSuspect({ log }: Context): Suspect | undefined {
  const restart = runEntries(log).findLast((entry) => entry.type === "verdict" && entry.verdict.do === "restart");
  const attempt = attemptEntries(log);
  const isNew = replies(attempt).length === 0 && notesIn(attempt).every(({ note }) => note.askable === undefined);
  if (restart?.type !== "verdict" || restart.feature !== "rewrite-suspect" || !isNew) return undefined;
  return facts(runEntries(log), "suspect").at(-1)?.value as Suspect | undefined;
}

/** The file with its gaps, then the other files of the first request, whose notes left the view with it. */
async function maskedFile({ path, name, part }: Suspect, { log }: Context, project: Project): Promise<readonly Note[]> {
  const file = await project.read(path);
  if (!file) return [];
  const lines = splitLines(maskBody(path, file.text, name, part).text);
  const text = `[${path}, ${lines.length} lines; lines of ${name} ${TAKEN_OUT}, marked …:]\n${numberLines(lines)}`;
  const maxTokens = estimateText(text, log) + 1;
  const others = notesIn(runEntries(log))
    .map(({ note }) => note)
    .filter((note) => note.askable && !note.askable.includes(path));
  const unique = others.filter((note, index) => others.findIndex((other) => other.text === note.text) === index);
  return [
    { kind: FOUND_FILE, text, maxTokens, partOfRequest: true, files: [file.view], askable: [path] },
    ...unique.filter((note) => !note.text.includes(TAKEN_OUT)),
  ];
}
