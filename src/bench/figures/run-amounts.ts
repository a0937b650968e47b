import { mean } from "simple-statistics";
import type { FinishedRecord } from "../bench-record.ts";

/** Something counted in each run: how it is called, and its value; null where the server did not tell it. */
export type Amount = { readonly name: string; readonly of: (run: FinishedRecord) => number | null };

export const AMOUNTS: readonly Amount[] = [
  { name: "tokens sent", of: (run) => run.tokens.sent },
  { name: "evaluated", of: (run) => run.tokens.evaluated },
  { name: "fresh", of: (run) => run.tokens.fresh },
  { name: "generated", of: (run) => run.tokens.generated },
  { name: "seconds", of: (run) => run.seconds },
  { name: "steps", of: (run) => run.steps },
];

/** The mean over the runs whose value is known, and how many these are; no mean where none is. */
export function meanAmount(
  runs: readonly FinishedRecord[],
  of: Amount["of"],
): { readonly mean: number | undefined; readonly known: number } {
  const known = runs.map(of).filter((value) => value !== null);
  return { mean: known.length === 0 ? undefined : mean(known), known: known.length };
}
