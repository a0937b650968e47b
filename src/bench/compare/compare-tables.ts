import type { FinishedRecord } from "../bench-record.ts";
import { alignColumns } from "../figures/align-columns.ts";
import { bootstrapRatio } from "../figures/bootstrap-ratio.ts";
import { groupBy } from "../figures/group-by.ts";
import {
  formatCount,
  formatMean,
  formatPercent,
  formatPercentInterval,
  formatRatio,
} from "../figures/number-format.ts";
import { oneLine } from "../figures/one-line.ts";
import { passRate } from "../figures/pass-rate.ts";
import { AMOUNTS, type Amount } from "../figures/run-amounts.ts";
import type { RunPair } from "./pair-runs.ts";

/** Pass rates of A and B with Wilson's intervals, over pairs: per suite and in all. */
export function rateTable(pairs: readonly RunPair[]): string[] {
  const suites = [...groupBy(pairs, ({ suite }) => suite)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = [...suites.map(([suite, own]) => rateRow(oneLine(suite), own)), rateRow("all", pairs)];
  return alignColumns([
    ["suite", "pairs", "A pass", "rate", "95 %", "B pass", "rate", "95 %"],
    ...(suites.length === 1 ? rows.slice(0, 1) : rows),
  ]);
}

function rateRow(name: string, pairs: readonly RunPair[]): string[] {
  const cells = (runs: readonly FinishedRecord[]) => {
    const rate = passRate(runs);
    return rate === undefined
      ? []
      : [formatCount(rate.passed), formatPercent(rate.rate), formatPercentInterval(rate.interval)];
  };
  return [name, formatCount(pairs.length), ...cells(pairs.map(({ a }) => a)), ...cells(pairs.map(({ b }) => b))];
}

/** What A and B used a run, and the ratio with its bootstrap interval over tasks; each line only over the pairs where both know the value. */
export function amountTable(pairs: readonly RunPair[]): string[] {
  return alignColumns([
    ["mean of a run", "pairs", "A", "B", "B / A", "95 %"],
    ...AMOUNTS.map((amount) => amountRow(amount, pairs)),
  ]);
}

function amountRow({ name, of }: Amount, pairs: readonly RunPair[]): string[] {
  const known = pairs.flatMap(({ task, a, b }) => {
    const [inA, inB] = [of(a), of(b)];
    return inA === null || inB === null ? [] : [{ task, a: inA, b: inB }];
  });
  if (known.length === 0) return [name, "0", "–", "–", "–", "–"];
  const sum = (own: typeof known, side: "a" | "b") => own.reduce((total, pair) => total + pair[side], 0);
  const tasks = [...groupBy(known, ({ task }) => task).values()].map((own) => ({ a: sum(own, "a"), b: sum(own, "b") }));
  const compared = bootstrapRatio(tasks);
  const interval = compared?.interval;
  return [
    name,
    formatCount(known.length),
    formatMean(sum(known, "a") / known.length),
    formatMean(sum(known, "b") / known.length),
    formatRatio(compared?.ratio),
    interval === undefined ? "–" : `${formatRatio(interval.low)} to ${formatRatio(interval.high)}`,
  ];
}
