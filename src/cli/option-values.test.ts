import { describe, expect, it } from "vitest";
import { positiveUpTo } from "./option-values.ts";

describe("a number with an upper end", () => {
  it("is taken from 1 to there", () => {
    expect(["1", "65535"].map(positiveUpTo(65_535))).toEqual([1, 65_535]);
  });

  it.each(["0", "65536", "1e99", "Infinity", "1.5", "-1", "x", ""])("is refused as %j", (text) => {
    expect(() => positiveUpTo(65_535)(text)).toThrow("It must be");
  });
});
