import { expect, test } from "vitest";
import { hasLineNumbers } from "./has-line-numbers.ts";

test.each(["1\ta\n2\t\n3\t}", "12\tconst a = 1;", "10| a\n11| b", " 5: a\n 6: b"])("copied from a view: %j", (text) =>
  expect(hasLineNumbers(text)).toBe(true),
);
test.each(["const a = 1;", "1", "3 apples", "2\tb\n1\ta", "", "case 1:\n  2: x"])("not: %j", (text) =>
  expect(hasLineNumbers(text)).toBe(false),
);
