import { designEffect } from "../figures/design-effect.ts";
import { groupBy } from "../figures/group-by.ts";
import type { Interval } from "../figures/interval.ts";
import { mcnemarExact } from "../figures/mcnemar-exact.ts";
import { pairedInterval } from "../figures/paired-interval.ts";
import { signFlipTest } from "../figures/sign-flip-test.ts";
import type { RunPair } from "./pair-runs.ts";

/** What some pairs say about B against A. `difference` and `interval`: B's rate minus A's, from -1 to 1. */
export type PairedOutcome = {
  readonly pairs: number;
  readonly onlyA: readonly RunPair[];
  readonly onlyB: readonly RunPair[];
  readonly difference: number;
  readonly interval: Interval;
  readonly mcnemar: number;
  /** Over tasks; undefined where every task has one seed: then it is McNemar's. */
  readonly signFlip: number | undefined;
  /** The larger of the two: what counts. */
  readonly p: number;
};

/** Difference, interval and tests over pairs, of which there is at least one. Several seeds of a task widen the interval by their design effect. */
export function pairedOutcome(pairs: readonly RunPair[]): PairedOutcome {
  const onlyA = pairs.filter(({ a, b }) => a.result === "pass" && b.result === "fail");
  const onlyB = pairs.filter(({ a, b }) => a.result === "fail" && b.result === "pass");
  const both = pairs.filter(({ a, b }) => a.result === "pass" && b.result === "pass").length;
  const neither = pairs.length - both - onlyA.length - onlyB.length;
  const winsByTask = [...groupBy(pairs, ({ task }) => task).values()].map((own) => own.map(winOfB));
  const effect = designEffect(winsByTask);
  const mcnemar = mcnemarExact(onlyA.length, onlyB.length);
  const signFlip =
    winsByTask.length === pairs.length
      ? undefined
      : signFlipTest(winsByTask.map((wins) => wins.reduce((sum, win) => sum + win, 0)));
  return {
    pairs: pairs.length,
    onlyA,
    onlyB,
    difference: (onlyB.length - onlyA.length) / pairs.length,
    interval: pairedInterval({
      both: both / effect,
      onlyA: onlyA.length / effect,
      onlyB: onlyB.length / effect,
      neither: neither / effect,
    }),
    mcnemar,
    signFlip,
    p: Math.max(mcnemar, signFlip ?? 0),
  };
}

function winOfB({ a, b }: RunPair): number {
  return Number(b.result === "pass") - Number(a.result === "pass");
}
