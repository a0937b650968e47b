import { describe, expect, it } from "vitest";
import { exampleRun } from "../figures/example-run.ts";
import type { RunPair } from "./pair-runs.ts";
import { pairedOutcome } from "./paired-outcome.ts";

/** Tasks by who passed: 20 both, 12 only B, 2 only A, 16 neither (Armitage and Berry 1994, p. 127), each with these seeds. */
function pairsOf(seeds: readonly number[]): RunPair[] {
  const kinds = [...["PP", 20], ...["FP", 12], ...["PF", 2], ...["FF", 16]];
  const tasks = kinds.flatMap((kind, at) =>
    typeof kind === "string" ? new Array<string>(Number(kinds[at + 1])).fill(kind) : [],
  );
  return tasks.flatMap((kind, at) =>
    seeds.map((seed) => {
      const run = (letter: string | undefined) =>
        exampleRun({ task: `e/${at}`, seed, result: letter === "P" ? "pass" : "fail" });
      return { task: `e/${at}`, suite: "e", seed, a: run(kind[0]), b: run(kind[1]) };
    }),
  );
}

describe("what pairs say", () => {
  it("is Newcombe's interval and McNemar's p where each task has one seed", () => {
    const outcome = pairedOutcome(pairsOf([1]));
    expect(outcome.difference).toBeCloseTo(0.2, 12);
    expect(outcome.interval.low).toBeCloseTo(0.0561564248, 9);
    expect(outcome.interval.high).toBeCloseTo(0.3292069954, 9);
    expect(outcome.p).toBeCloseTo(0.0129394531, 9);
    expect(outcome.signFlip).toBeUndefined();
  });

  it("learns nothing from seeds that only repeat each other", () => {
    // The effect is 2 × 50/49 (statsmodels 0.15.0, cluster-robust); the interval is Newcombe's of the counts divided by it, with numpy.
    const outcome = pairedOutcome(pairsOf([1, 2]));
    expect(outcome.pairs).toBe(100);
    expect(outcome.interval.low).toBeCloseTo(0.0546117479, 9);
    expect(outcome.interval.high).toBeCloseTo(0.3304621892, 9);
    expect(outcome.mcnemar).toBeLessThan(0.001);
    expect(outcome.p).toBeCloseTo(0.0129394531, 9);
  });

  it("counts seeds of one task alone as one pair", () => {
    const one = pairsOf([1, 2, 3, 4, 5, 6, 7]).filter(({ task }) => task === "e/20");
    const outcome = pairedOutcome(one);
    expect(outcome.mcnemar).toBeLessThan(0.05);
    expect(outcome.p).toBe(1);
    expect(outcome.interval.low).toBeLessThan(0);
  });
});
