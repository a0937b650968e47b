import { expect, it } from "vitest";
import { alignColumns } from "./align-columns.ts";
import { wrapList } from "./wrap-list.ts";

it("aligns the first column to the left and numbers to the right", () => {
  expect(alignColumns([["suite", "n"], ["a", "100"], ["longer name"]])).toEqual([
    "suite          n",
    "a            100",
    "longer name",
  ]);
  expect(alignColumns([])).toEqual([]);
});

it("wraps a long list between names, and stops at a limit", () => {
  const names = Array.from({ length: 30 }, (_, at) => `exercism/task-${at}`);
  const lines = wrapList("Failed", names);
  expect(lines.length).toBeGreaterThan(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.join(" ").replace(/\s+/g, " ")).toBe(`Failed: ${names.join(", ")}`);
  expect(wrapList("Failed", ["a", "b", "c", "d"], 2)).toEqual(["Failed: a, b, and 2 more"]);
  expect(wrapList("Failed", ["x".repeat(300)])).toEqual([`Failed: ${"x".repeat(300)}`]);
});
