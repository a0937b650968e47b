import { expect, it } from "vitest";
import { numberLines } from "./number-lines.ts";
import { stripLineNumbers } from "./strip-line-numbers.ts";

it("undoes what a view of a file adds", () => {
  const lines = ["if (a) {", "\tb();", "", "  }", "1\tc"];
  expect(stripLineNumbers(numberLines(lines))).toBe(lines.join("\n"));
  expect(stripLineNumbers(numberLines(lines, 98))).toBe(lines.join("\n"));
});

it.each([
  ["1|a\n2|  b", "a\n  b"],
  ["1 | a\n2 |   b", "a\n  b"],
  ["1\ta\n\n3\tb", "a\n\nb"],
  ["1\ta\n\n2\tb\n", "a\n\nb\n"],
])("strips %j", (text, stripped) => {
  expect(stripLineNumbers(text)).toBe(stripped);
});

it.each(["2\ta", "1|a", "1\ta\n3\tb", "1\ta\nb", "2\ta\n1\tb", "1. a\n2. b", "a\nb", "", "\n\n"])(
  "leaves %j as it is",
  (text) => {
    expect(stripLineNumbers(text)).toBe(text);
  },
);
