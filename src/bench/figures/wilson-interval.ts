import { type Interval, Z95 } from "./interval.ts";

/**
 * The score interval of a rate (E. B. Wilson, JASA 22, 1927, 209-212): ends from 0 to 1. `runs` above 0; both numbers may be
 * effective ones, not whole, where runs depend on each other.
 */
export function wilsonInterval(passed: number, runs: number): Interval {
  const rate = passed / runs;
  const z2 = Z95 * Z95;
  const middle = (rate + z2 / (2 * runs)) / (1 + z2 / runs);
  const half = (Z95 / (1 + z2 / runs)) * Math.sqrt((rate * (1 - rate)) / runs + z2 / (4 * runs * runs));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
