import type { BenchRecord, FinishedRecord } from "../bench-record.ts";

/** The runs that say something about the agent: all but the invalid ones. */
export function finishedRuns(records: readonly BenchRecord[]): FinishedRecord[] {
  return records.filter((record): record is FinishedRecord => record.result !== "invalid");
}
