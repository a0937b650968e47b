import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatMean,
  formatNumber,
  formatP,
  formatPercent,
  formatPercentInterval,
  formatPoints,
  formatRatio,
} from "./number-format.ts";

describe("numbers for people", () => {
  it("counts and means", () => {
    expect([0, 7, 1234, 1234567].map(formatCount)).toEqual(["0", "7", "1,234", "1,234,567"]);
    expect([0, 3, 9.94, 9.96, 1234.5].map(formatMean)).toEqual(["0", "3.0", "9.9", "10", "1,235"]);
    expect([formatCount(null), formatMean(undefined)]).toEqual(["–", "–"]);
    expect([formatNumber(1, "run"), formatNumber(1200, "run")]).toEqual(["1 run", "1,200 runs"]);
  });

  it("rates: only nothing is 0 %, only all is 100 %", () => {
    expect([0, 0.004, 0.4, 0.996, 1].map(formatPercent)).toEqual(["0 %", "0.4 %", "40 %", "99.6 %", "100 %"]);
    expect(formatPercent(undefined)).toBe("–");
    expect(formatPercentInterval({ low: 1e-17, high: 0.161 })).toBe("0 to 16 %");
  });

  it("differences of rates with a true minus", () => {
    expect([0.09, -0.08, 0.004, -0.0001, 0].map(formatPoints)).toEqual(["9", "−8", "0.4", "0", "0"]);
  });

  it("probabilities never hide on which side of 0.05 they are", () => {
    expect([1, 0.55, 0.051, 0.0499, 0.03, 0.0049, 0.0001].map(formatP)).toEqual([
      "p = 1.00",
      "p = 0.55",
      "p = 0.051",
      "p = 0.0499",
      "p = 0.03",
      "p = 0.005",
      "p < 0.001",
    ]);
  });

  it("ratios", () => {
    expect([0.5, 1.005, 9.99, 12.4].map(formatRatio)).toEqual(["0.50", "1.00", "9.99", "12"]);
  });
});
