import { describe, expect, it } from "vitest";
import { bootstrapRatio } from "./bootstrap-ratio.ts";

const TASKS = [
  { a: 1200, b: 900 },
  { a: 800, b: 820 },
  { a: 5000, b: 3100 },
  { a: 640, b: 700 },
  { a: 2400, b: 2500 },
  { a: 1500, b: 900 },
  { a: 900, b: 950 },
  { a: 3300, b: 2000 },
];

describe("the bootstrap of a ratio", () => {
  it("is near the one of scipy, which draws others", () => {
    // scipy 1.17.1: bootstrap((a, b), b.sum / a.sum, paired, percentile, 200,000 resamples).
    const found = bootstrapRatio(TASKS);
    expect(found?.ratio).toBeCloseTo(11870 / 15740, 12);
    expect(found?.interval?.low).toBeCloseTo(0.6471, 2);
    expect(found?.interval?.high).toBeCloseTo(0.964, 2);
  });

  it("gives the same figures twice", () => {
    expect(bootstrapRatio(TASKS)).toEqual(bootstrapRatio(TASKS));
  });

  it("has no interval for one task, and no ratio to nothing", () => {
    expect(bootstrapRatio([{ a: 10, b: 5 }])).toEqual({ ratio: 0.5, interval: undefined });
    expect(
      bootstrapRatio([
        { a: 0, b: 5 },
        { a: 0, b: 1 },
      ]),
    ).toBeUndefined();
  });

  it("leaves out resamples in which A is nothing", () => {
    const found = bootstrapRatio([
      { a: 0, b: 1 },
      { a: 2, b: 1 },
    ]);
    expect(found?.ratio).toBe(1);
    expect(Number.isFinite(found?.interval?.high)).toBe(true);
  });
});
