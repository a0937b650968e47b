import { describe, expect, it } from "vitest";
import { pairedInterval } from "./paired-interval.ts";

describe("Newcombe's paired interval", () => {
  it("gives the published limits for consolidation therapy", () => {
    // Cavo et al. 2012 in Fagerland, Lydersen and Laake, Statistical Analysis of Contingency Tables, chapter 8: -0.0621 (-0.1186 to -0.0046).
    const interval = pairedInterval({ both: 59, onlyB: 6, onlyA: 16, neither: 80 });
    expect(interval.low).toBeCloseTo(-0.1186, 4);
    expect(interval.high).toBeCloseTo(-0.0046, 4);
  });

  // The formula written a second time, with numpy and scipy 1.17.1; tables of Altman et al., Statistics with Confidence, 2000, p. 51 f.,
  // Armitage and Berry 1994, p. 127, and Bentur et al. 2009 (no correlation left after the correction).
  it.each([
    [14, 5, 0, 22, 0.0114832414, 0.2264926844],
    [20, 12, 2, 16, 0.0561564248, 0.3292069954],
    [212, 144, 256, 707, -0.1141915328, -0.0554334727],
    [1, 1, 7, 12, -0.5069202267, -0.0255591242],
    // A negative determinant is not corrected, and no margin may be 0.
    [36, 12, 2, 0, 0.056929584, 0.340427603],
  ])(
    "agrees with a second computation: both %i, only B %i, only A %i, neither %i",
    (both, onlyB, onlyA, neither, low, high) => {
      const interval = pairedInterval({ both, onlyA, onlyB, neither });
      expect(interval.low).toBeCloseTo(low, 9);
      expect(interval.high).toBeCloseTo(high, 9);
    },
  );

  it("stays within -1 and 1, and is not empty where nothing differs", () => {
    const all = pairedInterval({ both: 0, onlyA: 0, onlyB: 6, neither: 0 });
    expect(all.high).toBeCloseTo(1, 12);
    expect(all.low).toBeGreaterThan(0);
    const none = pairedInterval({ both: 0, onlyA: 0, onlyB: 0, neither: 41 });
    expect(none.low).toBeCloseTo(-none.high, 12);
    expect(none.high).toBeGreaterThan(0.05);
  });
});
