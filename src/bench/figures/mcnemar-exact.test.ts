import { describe, expect, it } from "vitest";
import { mcnemarExact } from "./mcnemar-exact.ts";

describe("McNemar's exact test", () => {
  it("gives the published p for two media of culture: 12 against 2 of 50", () => {
    // Armitage and Berry, Statistical Methods in Medical Research, 1994, p. 127; StatsDirect gives P = 0.0129.
    expect(mcnemarExact(12, 2)).toBeCloseTo(0.0129, 4);
  });

  // scipy 1.17.1: binomtest(b, b + c, 0.5).pvalue.
  it.each([
    [3, 7, 0.34375],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [6, 16, 0.05247875],
    [144, 256, 2.33087e-8],
  ])("of %i against %i is what scipy gives: %f", (onlyA, onlyB, p) => {
    expect(mcnemarExact(onlyA, onlyB) / p).toBeCloseTo(1, 5);
    expect(mcnemarExact(onlyB, onlyA)).toBe(mcnemarExact(onlyA, onlyB));
  });

  it("is never above 1", () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(4, 4)).toBe(1);
    expect(mcnemarExact(1, 0)).toBe(1);
  });
});
