import type { Usage } from "../src/types.ts";

/** One step's tokens: `fresh` are those beyond the previous request, of the first step all. */
export type CacheStep = {
  readonly sent: number;
  readonly cached: number;
  readonly evaluated: number;
  readonly fresh: number;
};

/** The most tokens that may be evaluated for each new one. */
export const CACHE_GOAL = 1.05;

/** What the server told of each step, with the new tokens worked out; undefined where it did not tell what it evaluated. */
export function cacheSteps(usages: readonly (Usage | undefined)[]): readonly CacheStep[] | undefined {
  const steps: CacheStep[] = [];
  for (const usage of usages) {
    if (!usage || usage.cached === null || usage.evaluated === null) return undefined;
    const { sent, cached, evaluated } = usage;
    steps.push({ sent, cached, evaluated, fresh: Math.max(0, sent - (steps.at(-1)?.sent ?? 0)) });
  }
  return steps;
}

/**
 * The last line of the benchmark and its exit code: 0 when the goal is met, 1 otherwise. The first step is in neither sum:
 * how much of the prefix the server still held from earlier conversations is chance, and could only make the ratio smaller.
 */
export function judgeCache(steps: readonly CacheStep[]): { line: string; exitCode: 0 | 1 } {
  const counted = steps.slice(1);
  const evaluated = counted.reduce((sum, step) => sum + step.evaluated, 0);
  const fresh = counted.reduce((sum, step) => sum + step.fresh, 0);
  const isMet = fresh > 0 && evaluated <= fresh * CACHE_GOAL;
  const ratio = fresh > 0 ? (evaluated / fresh).toFixed(3) : "–";
  const figures = `${evaluated} tokens evaluated for ${fresh} new ones, ratio ${ratio} (goal ≤ ${CACHE_GOAL})`;
  return { line: `${isMet ? "goal met" : "short of goal"}: ${figures}`, exitCode: isMet ? 0 : 1 };
}
