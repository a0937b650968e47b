import { expect, test } from "vitest";
import { nearestLines } from "./nearest-lines.ts";

const file = ["import x;", "", "function total(items) {", "  return items.length;", "}", "", "function other() {}"];

test("finds the block that differs in letters and indentation", () => {
  expect(nearestLines(file, ["function total(item) {", "return item.length"])).toBe(2);
});

test("nothing like it: -1", () => expect(nearestLines(file, ["SELECT * FROM users WHERE id = 1"])).toBe(-1));

test("stays fast on a large file", () => {
  const large = Array.from({ length: 60_000 }, (_, index) => `const value${index} = compute(${index * 7}, "text");`);
  const started = Date.now();
  expect(nearestLines(large, ['const value59000 = compute(413000, "text");'])).toBe(59_000);
  nearestLines(large.slice(0, 5_000), Array(30).fill("something = quite(different) + from(all);"));
  expect(Date.now() - started).toBeLessThan(3_000);
});
