import type { BenchRecord } from "../bench-record.ts";

/** A sign beside the word, so that results differ by more than colour. */
export const RESULT_SIGNS: Record<BenchRecord["result"], string> = { pass: "✓", fail: "✗", invalid: "–" };
