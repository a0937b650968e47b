import { describe, expect, it } from "vitest";
import { designEffect } from "./design-effect.ts";

/** Litters as (survived, of): C. S. Weil, Food and Cosmetics Toxicology 8, 1970, 177-182, table 1. */
const CONTROL = "13/13 12/12 9/9 9/9 8/8 8/8 12/13 11/12 9/10 9/10 8/9 11/13 4/5 5/7 7/10 7/10";
const TREATED = "12/12 11/11 10/10 9/9 10/11 9/10 9/10 8/9 8/9 4/5 7/9 4/7 5/10 3/6 3/10 0/7";

function litters(text: string): number[][] {
  return text.split(" ").map((litter) => {
    const [survived = 0, all = 0] = litter.split("/").map(Number);
    return Array.from({ length: all }, (_, at) => (at < survived ? 1 : 0));
  });
}

describe("the design effect", () => {
  it("is that of Rao and Scott for Weil's litters", () => {
    // Given as 1.232495 and 3.952861 by `rsb` of the R package PF.
    expect(designEffect(litters(CONTROL))).toBeCloseTo(1.232495, 6);
    expect(designEffect(litters(TREATED))).toBeCloseTo(3.952861, 6);
  });

  it("agrees with a cluster-robust variance for two seeds a task", () => {
    // statsmodels 0.15.0: OLS on a constant, cov_type "cluster", times 10/9 for ten clusters, over p (1 - p) / 20.
    const seeds = ["11", "00", "10", "11", "00", "01", "11", "00", "00", "11"];
    expect(designEffect(seeds.map((task) => [...task].map(Number)))).toBeCloseTo(16 / 9, 10);
  });

  it("is 1 where every cluster holds one value", () => {
    expect(designEffect([[1], [0], [0]])).toBe(1);
    expect(designEffect([[1], [1], [1]])).toBe(1);
  });

  it("counts each cluster as one value where nothing varies, since nothing tells the clusters' values apart", () => {
    expect(designEffect(Array.from({ length: 5 }, () => Array.from({ length: 20 }, () => 1)))).toBe(20);
    expect(designEffect([[0, 0], [0, 0], [0]])).toBeCloseTo(5 / 3, 10);
  });

  it("never claims that clusters help", () => {
    expect(
      designEffect([
        [1, 0],
        [0, 1],
        [1, 0],
      ]),
    ).toBe(1);
  });

  it("counts one cluster as one value", () => {
    expect(designEffect([[1, 0, 1]])).toBe(3);
  });
});
