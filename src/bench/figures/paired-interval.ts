import type { Interval } from "./interval.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** Numbers of pairs by which of the two passed; may be effective numbers, not whole. */
export type PairTable = {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
};

/**
 * The interval of B's rate minus A's over pairs, from -1 to 1: R. G. Newcombe's square-and-add method with the corrected correlation,
 * method 10 of Statistics in Medicine 17, 1998, 2635-2650. At least one pair.
 */
export function pairedInterval(table: PairTable): Interval {
  const { both, onlyA, onlyB, neither } = table;
  const pairs = both + onlyA + onlyB + neither;
  const rateA = (both + onlyA) / pairs;
  const rateB = (both + onlyB) / pairs;
  const a = wilsonInterval(both + onlyA, pairs);
  const b = wilsonInterval(both + onlyB, pairs);
  const correlation = correctedCorrelation(table, pairs);
  const distance = (x: number, y: number) => Math.sqrt(Math.max(0, x * x + y * y - 2 * correlation * x * y));
  return {
    low: rateB - rateA - distance(rateB - b.low, a.high - rateA),
    high: rateB - rateA + distance(b.high - rateB, rateA - a.low),
  };
}

function correctedCorrelation({ both, onlyA, onlyB, neither }: PairTable, pairs: number): number {
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  if (margins === 0) return 0;
  const determinant = both * neither - onlyA * onlyB;
  const corrected = determinant > 0 ? Math.max(0, determinant - pairs / 2) : determinant;
  return corrected / Math.sqrt(margins);
}
