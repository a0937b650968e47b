import { describe, expect, it } from "vitest";
import { linearScale, logScale } from "./axis-scale.ts";

describe("a linear axis", () => {
  it.each([
    [121, [0, 20, 40, 60, 80, 100, 120, 140]],
    [100, [0, 20, 40, 60, 80, 100]],
    [0.31, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]],
    [11_900, [0, 2000, 4000, 6000, 8000, 10_000, 12_000]],
    [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])("up to %d has round marks", (max, ticks) => {
    expect(linearScale(max).ticks).toEqual(ticks);
  });

  it("places values between 0 and 100 percent, whatever comes", () => {
    const { at } = linearScale(140);
    expect([0, 35, 140, 999, -5].map(at)).toEqual([0, 25, 100, 100, 0]);
  });

  it("never has many marks and always reaches the largest value", () => {
    for (let max = 0.001; max < 1e7; max *= 1.37) {
      const { ticks } = linearScale(max);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
    }
  });
});

describe("a logarithmic axis", () => {
  it("has marks at 1, 2 and 5 over few decades, and at powers of ten over many", () => {
    expect(logScale(90, 3900).ticks).toEqual([50, 100, 200, 500, 1000, 2000, 5000]);
    expect(logScale(4, 250_000).ticks).toEqual([10, 100, 1000, 10_000, 100_000]);
    expect(logScale(100, 1000).ticks).toEqual([100, 200, 500, 1000]);
  });

  it("places decades evenly, and nothing at the low end", () => {
    const { at } = logScale(10, 1000);
    expect([10, 100, 1000, 0, 1, 1e9].map(at)).toEqual([0, 50, 100, 0, 0, 100]);
  });

  it("holds its values and rises", () => {
    for (let min = 1; min < 1e5; min *= 3.3) {
      const { ticks, at } = logScale(min, min * 37);
      expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
      expect(at(min * 37)).toBeLessThanOrEqual(100);
      expect(at(min * 6)).toBeGreaterThan(at(min * 1.1));
    }
  });
});
