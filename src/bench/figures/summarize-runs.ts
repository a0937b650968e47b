import type { BenchRecord } from "../bench-record.ts";
import { alignColumns } from "./align-columns.ts";
import { finishedRuns } from "./finished-runs.ts";
import { groupBy } from "./group-by.ts";
import { formatMean, formatNumber, formatPercent, formatPercentInterval } from "./number-format.ts";
import { oneLine } from "./one-line.ts";
import { passRate } from "./pass-rate.ts";
import { AMOUNTS, meanAmount } from "./run-amounts.ts";
import { setupMixture } from "./setup-values.ts";
import { wrapList } from "./wrap-list.ts";

const INVALID_SHOWN = 20;

/** The table of one outcome file for the terminal: passes and means a run, per suite and in all, what stopped failed runs, and the invalid ones by name. */
export function summarizeRuns(records: readonly BenchRecord[]): string {
  if (records.length === 0) return "No runs yet.";
  const finished = finishedRuns(records);
  const lines = finished.length === 0 ? ["No run counts: all are invalid."] : [...table(records), ...stops(records)];
  return [...lines, ...invalids(records), ...setupMixture(records).map((text) => `Warning: the runs ${text}`)].join(
    "\n",
  );
}

function table(records: readonly BenchRecord[]): string[] {
  const suites = [...groupBy(records, (record) => record.suite)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = suites.map(([suite, own]) => row(oneLine(suite), own));
  const header = ["suite", "pass", "rate", "95 %", ...AMOUNTS.map(({ name }) => name)];
  const all = suites.length === 1 ? [] : [row("all", records)];
  return [...alignColumns([header, ...rows, ...all]), ...unknown(records)];
}

function row(name: string, records: readonly BenchRecord[]): string[] {
  const rate = passRate(records);
  const finished = finishedRuns(records);
  return [
    name,
    `${rate?.passed ?? 0} of ${rate?.runs ?? 0}`,
    formatPercent(rate?.rate),
    rate === undefined ? "–" : formatPercentInterval(rate.interval),
    ...AMOUNTS.map(({ of }) => formatMean(meanAmount(finished, of).mean)),
  ];
}

function unknown(records: readonly BenchRecord[]): string[] {
  const finished = finishedRuns(records);
  const partly = AMOUNTS.map(({ name, of }) => ({ name, known: meanAmount(finished, of).known })).filter(
    ({ known }) => known < finished.length,
  );
  const told = partly.map(({ name, known }) => `${name} ${known}`).join(", ");
  const means = "Tokens, seconds and steps are means over the runs.";
  return ["", partly.length === 0 ? means : `${means} Known in fewer than the ${finished.length} runs: ${told}.`];
}

function stops(records: readonly BenchRecord[]): string[] {
  const failed = finishedRuns(records).filter((run) => run.result === "fail");
  if (failed.length === 0) return [];
  const kinds = [...groupBy(failed, (run) => run.stop.kind)].sort(([, a], [, b]) => b.length - a.length);
  const counts = kinds.map(([kind, runs]) => `${kind} ${runs.length}`).join(", ");
  return [`How the ${formatNumber(failed.length, "failed run")} ended: ${counts}.`];
}

function invalids(records: readonly BenchRecord[]): string[] {
  const invalid = records.filter((record) => record.result === "invalid");
  if (invalid.length === 0) return [];
  const names = invalid.map((record) => `${oneLine(record.task)} (${oneLine(record.why).replace(/\.$/, "")})`);
  return wrapList(`Invalid, left out of the rates, ${invalid.length}`, names, INVALID_SHOWN);
}
