import { quantile, sampleWithReplacement } from "simple-statistics";
import type { Interval } from "./interval.ts";

const RESAMPLES = 2_000;

/** What A and B used in one task, summed over its pairs. */
export type TaskAmounts = { readonly a: number; readonly b: number };

/** B's sum by A's, and its percentile bootstrap interval over tasks (none for fewer than two tasks); undefined where A used nothing. The same tasks give the same figures. */
export function bootstrapRatio(
  tasks: readonly TaskAmounts[],
): { readonly ratio: number; readonly interval: Interval | undefined } | undefined {
  const ratio = ratioOf(tasks);
  if (ratio === undefined) return undefined;
  if (tasks.length < 2) return { ratio, interval: undefined };
  const random = seededRandom();
  const drawn = [...tasks];
  const ratios = Array.from({ length: RESAMPLES }, () =>
    ratioOf(sampleWithReplacement(drawn, drawn.length, random)),
  ).filter((one) => one !== undefined);
  const [low = ratio, high = ratio] = quantile(ratios, [0.025, 0.975]);
  return { ratio, interval: { low, high } };
}

function ratioOf(tasks: readonly TaskAmounts[]): number | undefined {
  const sumA = tasks.reduce((sum, { a }) => sum + a, 0);
  return sumA === 0 ? undefined : tasks.reduce((sum, { b }) => sum + b, 0) / sumA;
}

/** The "minimal standard" generator of Park, Miller and Stockmeyer (Communications of the ACM 36, 1993, no. 7, 108-110). */
function seededRandom(): () => number {
  let state = 1993;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
