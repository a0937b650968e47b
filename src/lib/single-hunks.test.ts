import fc from "fast-check";
import { expect, it } from "vitest";
import { singleHunks } from "./single-hunks.ts";

it("makes one change at a time", () => {
  const before = "a\nb\nc\nd\ne\n";
  expect(singleHunks(before, "a\nB\nc\nD1\nD2\ne\n")).toEqual(["a\nB\nc\nd\ne\n", "a\nb\nc\nD1\nD2\ne\n"]);
  expect(singleHunks(before, "b\nc\nd\ne\nf\n")).toEqual(["b\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n"]);
  expect(singleHunks(before, before)).toEqual([]);
});

it("makes of a single change the whole other text", () => {
  const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const versions = singleHunks(before, after);
      if (versions.length === 1) expect(versions[0]).toBe(after);
      for (const version of versions) expect(version).not.toBe(before);
    }),
  );
});
