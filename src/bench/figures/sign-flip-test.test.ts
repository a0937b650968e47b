import { describe, expect, it } from "vitest";
import { mcnemarExact } from "./mcnemar-exact.ts";
import { signFlipTest } from "./sign-flip-test.ts";

describe("the sign-flip test", () => {
  it("counts as Fisher did for Darwin's plants: 863 of 32,768 at each end", () => {
    // Differences in eighths of an inch, The Design of Experiments, 1935, § 21.
    const plants = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlipTest(plants)).toBeCloseTo((2 * 863) / 32768, 12);
  });

  it("is McNemar's exact test where every task has one pair", () => {
    for (const [onlyA, onlyB] of [
      [0, 0],
      [3, 7],
      [12, 2],
      [5, 5],
      [0, 9],
      [31, 18],
    ] as const) {
      const wins = [...new Array<number>(onlyA).fill(-1), ...new Array<number>(onlyB).fill(1), 0, 0, 0];
      expect(signFlipTest(wins)).toBeCloseTo(mcnemarExact(onlyA, onlyB), 10);
    }
  });

  it("is stricter than McNemar where the wins sit in few tasks", () => {
    // Four tasks of three seeds, all won by B: 12 pairs, but only 2 of 16 signs are as extreme.
    expect(signFlipTest([3, 3, 3, 3])).toBeCloseTo(2 / 16, 12);
    expect(mcnemarExact(0, 12)).toBeLessThan(0.001);
  });

  it("counts every sign by hand for a small case", () => {
    // Sums of ±1 ±2 ±3: 6 4 2 0 0 -2 -4 -6; observed 4.
    expect(signFlipTest([-1, 2, 3])).toBeCloseTo(4 / 8, 12);
    expect(signFlipTest([])).toBe(1);
  });
});
