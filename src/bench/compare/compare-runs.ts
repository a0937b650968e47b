import { shellQuote } from "../../lib/shell-quote.ts";
import { UserError } from "../../lib/user-error.ts";
import type { BenchRecord } from "../bench-record.ts";
import { groupBy } from "../figures/group-by.ts";
import { formatNumber, formatP } from "../figures/number-format.ts";
import { oneLine } from "../figures/one-line.ts";
import { wrapList } from "../figures/wrap-list.ts";
import { amountTable, rateTable } from "./compare-tables.ts";
import { type PairedRuns, pairRuns, type RunPair } from "./pair-runs.ts";
import { type PairedOutcome, pairedOutcome } from "./paired-outcome.ts";
import { setupDifferences } from "./setup-differences.ts";
import { ALPHA, verdictSentence } from "./verdict-sentence.ts";

const NAMES_SHOWN = 20;

type SeededRun = { readonly task: string; readonly seed: number };
type NamesOf = (runs: readonly SeededRun[]) => string[];

/**
 * The comparison of two outcome files for the terminal: pairs by task and seed, setups, pass rates, tests, what was used; the last line is
 * one plain sentence. Throws a UserError where no run of both finished. One record a task and seed on each side.
 */
export function compareRuns(
  a: readonly BenchRecord[],
  b: readonly BenchRecord[],
  names: { readonly a: string; readonly b: string },
): string {
  const paired = pairRuns(a, b);
  const { pairs } = paired;
  if (pairs.length === 0) throw nothingInCommon(paired, names);
  const outcome = pairedOutcome(pairs);
  const severalSeeds = new Set([...a, ...b].map(({ seed }) => seed)).size > 1;
  const namesOf: NamesOf = (runs) => runNames(runs, severalSeeds);
  const sections = [
    [`A: ${oneLine(names.a)}`, `B: ${oneLine(names.b)}`, ...leftOut(paired, namesOf)],
    [...setupDifferences(a, b), ...otherTasks(pairs, namesOf)],
    rateTable(pairs),
    tests(outcome, namesOf),
    amountTable(pairs),
    [verdictSentence(outcome)],
  ];
  return sections.map((lines) => lines.join("\n")).join("\n\n");
}

function leftOut({ pairs, onlyA, onlyB, invalid }: PairedRuns, namesOf: NamesOf): string[] {
  const tasks = new Set(pairs.map(({ task }) => task)).size;
  const invalidIn = (wanted: "A" | "B" | "both") => invalid.filter(({ side }) => side === wanted).map(({ run }) => run);
  const left = [
    { label: "only in A", runs: onlyA },
    { label: "only in B", runs: onlyB },
    { label: "invalid in A", runs: invalidIn("A") },
    { label: "invalid in B", runs: invalidIn("B") },
    { label: "invalid in both", runs: invalidIn("both") },
  ].filter(({ runs }) => runs.length > 0);
  return [
    `${formatNumber(pairs.length, "pair")} of runs with the same task and seed, ${formatNumber(tasks, "task")}.`,
    ...left.flatMap(({ label, runs }) => wrapList(`Left out, ${label}, ${runs.length}`, namesOf(runs), NAMES_SHOWN)),
  ];
}

/** Pairs whose task was changed between the two; older files don't tell. */
function otherTasks(pairs: readonly RunPair[], namesOf: NamesOf): string[] {
  const differing = pairs.filter(({ a, b }) => a.taskHash !== "" && b.taskHash !== "" && a.taskHash !== b.taskHash);
  if (differing.length === 0) return [];
  const label = `Warning: the files of these tasks differ between A and B, ${differing.length}`;
  return wrapList(label, namesOf(differing), NAMES_SHOWN);
}

function tests(outcome: PairedOutcome, namesOf: NamesOf): string[] {
  const named = (side: string, own: readonly RunPair[]) =>
    own.length === 0 ? [`Passed only in ${side}, 0`] : wrapList(`Passed only in ${side}, ${own.length}`, namesOf(own));
  return [
    ...named("A", outcome.onlyA),
    ...named("B", outcome.onlyB),
    `McNemar's exact test: ${formatP(outcome.mcnemar)}`,
    ...(outcome.signFlip === undefined
      ? []
      : [
          `Exact sign-flip test over tasks: ${formatP(outcome.signFlip)} (runs of one task depend on each other; the larger p counts)`,
        ]),
    ...disagreement(outcome),
  ];
}

function disagreement({ interval, p }: PairedOutcome): string[] {
  const excludesNothing = interval.low > 0 || interval.high < 0;
  return excludesNothing && p >= ALPHA
    ? ["The interval just leaves out 0, but the exact test, which decides, does not reach 0.05."]
    : [];
}

/** Tasks, with their seeds where the files hold more than one. */
function runNames(runs: readonly SeededRun[], severalSeeds: boolean): string[] {
  return [...groupBy(runs, ({ task }) => task)].map(([task, own]) => {
    const seeds = `${own.length === 1 ? "seed" : "seeds"} ${own.map(({ seed }) => seed).join(", ")}`;
    return severalSeeds ? `${oneLine(task)} (${seeds})` : oneLine(task);
  });
}

function nothingInCommon({ invalid }: PairedRuns, names: { readonly a: string; readonly b: string }): UserError {
  return invalid.length === 0
    ? new UserError({
        code: "nothing-to-compare",
        message: `The files have no task and seed in common: ${oneLine(names.a)}, ${oneLine(names.b)}.`,
        hint: "measure both with the same tasks and --seeds, then: whippet bench compare A.jsonl B.jsonl",
      })
    : new UserError({
        code: "nothing-to-compare",
        message: `The files have no finished task and seed in common: ${formatNumber(invalid.length, "run")} of both ${invalid.length === 1 ? "is" : "are"} invalid.`,
        hint: `whippet bench report ${shellQuote(oneLine(names.a))} ${shellQuote(oneLine(names.b))} -o report.html`,
      });
}
