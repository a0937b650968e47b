import type { BenchRecord, FinishedRecord } from "../bench-record.ts";

/** One task and seed that finished in both. */
export type RunPair = {
  readonly task: string;
  readonly suite: string;
  readonly seed: number;
  readonly a: FinishedRecord;
  readonly b: FinishedRecord;
};

/** The pairs of two files, and the runs that are in none. `invalid`: the sides in which a run of both files is invalid. */
export type PairedRuns = {
  readonly pairs: readonly RunPair[];
  readonly onlyA: readonly BenchRecord[];
  readonly onlyB: readonly BenchRecord[];
  readonly invalid: readonly { readonly run: BenchRecord; readonly side: "A" | "B" | "both" }[];
};

/** Pairs by task and seed; at most one record a task and seed on each side. */
export function pairRuns(a: readonly BenchRecord[], b: readonly BenchRecord[]): PairedRuns {
  const inA = new Map(a.map((run) => [keyOf(run), run]));
  const inB = new Map(b.map((run) => [keyOf(run), run]));
  const pairs: RunPair[] = [];
  const invalid: { run: BenchRecord; side: "A" | "B" | "both" }[] = [];
  for (const [key, runA] of inA) {
    const runB = inB.get(key);
    if (runB === undefined) continue;
    if (runA.result !== "invalid" && runB.result !== "invalid") {
      const { task, suite, seed } = runA;
      pairs.push({ task, suite, seed, a: runA, b: runB });
    } else if (runA.result === "invalid") {
      invalid.push({ run: runA, side: runB.result === "invalid" ? "both" : "A" });
    } else {
      invalid.push({ run: runB, side: "B" });
    }
  }
  return {
    pairs,
    onlyA: [...inA].filter(([key]) => !inB.has(key)).map(([, run]) => run),
    onlyB: [...inB].filter(([key]) => !inA.has(key)).map(([, run]) => run),
    invalid,
  };
}

function keyOf({ task, seed }: BenchRecord): string {
  return `${seed} ${task}`;
}
