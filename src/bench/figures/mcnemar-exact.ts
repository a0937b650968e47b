import { binomialDistribution } from "simple-statistics";

/** McNemar's exact test: the two-sided p that pairs with one pass fall so unevenly by chance; the numbers of pairs that only A, or only B, passed. */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  const cells = binomialDistribution(onlyA + onlyB, 0.5);
  // The library knows no distribution of nothing.
  if (cells === undefined) return 1;
  const tail = cells.slice(0, Math.min(onlyA, onlyB) + 1).reduce((sum, cell) => sum + cell, 0);
  return Math.min(1, 2 * tail);
}
