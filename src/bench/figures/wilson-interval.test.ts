import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

describe("Wilson's interval", () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998, 857-872, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %i in %i is %f to %f, as published", (passed, runs, low, high) => {
    const interval = wilsonInterval(passed, runs);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("mirrors, and stays within 0 and 1", () => {
    expect(wilsonInterval(20, 20).high).toBe(1);
    expect(wilsonInterval(20, 20).low).toBeCloseTo(1 - wilsonInterval(0, 20).high, 12);
    expect(wilsonInterval(0, 20).low).toBe(0);
  });

  it("takes effective numbers: fewer runs, a wider interval", () => {
    const whole = wilsonInterval(8, 20);
    const half = wilsonInterval(4, 10);
    expect(half.high - half.low).toBeGreaterThan(whole.high - whole.low);
    expect(wilsonInterval(6.5, 16.25).high).toBeGreaterThan(whole.high);
  });
});
