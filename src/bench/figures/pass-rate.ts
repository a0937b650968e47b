import type { BenchRecord } from "../bench-record.ts";
import { designEffect } from "./design-effect.ts";
import { finishedRuns } from "./finished-runs.ts";
import { groupBy } from "./group-by.ts";
import type { Interval } from "./interval.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** Passes of the runs that finished; `rate` and `interval` from 0 to 1. */
export type PassRate = {
  readonly passed: number;
  readonly runs: number;
  readonly rate: number;
  readonly interval: Interval;
};

/** The rate of passes with Wilson's interval, which counts the seeds of one task as the one sample that they nearly are; undefined where no run finished. */
export function passRate(records: readonly BenchRecord[]): PassRate | undefined {
  const finished = finishedRuns(records);
  if (finished.length === 0) return undefined;
  const byTask = [...groupBy(finished, (run) => run.task).values()];
  const effect = designEffect(byTask.map((runs) => runs.map((run) => (run.result === "pass" ? 1 : 0))));
  const passed = finished.filter((run) => run.result === "pass").length;
  const runs = finished.length;
  return { passed, runs, rate: passed / runs, interval: wilsonInterval(passed / effect, runs / effect) };
}
