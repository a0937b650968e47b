import { expect, it } from "vitest";
import { changesTestScript } from "./changes-test-script.ts";

const pkg = (scripts: object, name = "a"): string => JSON.stringify({ name, scripts });

it.each([
  ["package.json", pkg({ test: "node --test" }), pkg({ test: "true" }), true],
  ["app/package.json", pkg({ test: "node --test" }), pkg({ test: "node --test", pretest: "rm -r test" }), true],
  ["package.json", pkg({ test: "node --test" }), "{", true],
  ["package.json", pkg({ test: "node --test" }), "null", true],
  ["package.json", pkg({ test: "node --test" }), pkg({ test: "node --test", lint: "x" }, "b"), false],
  ["Makefile", "all:\n\tcc a.c\ntest: all\n\t./a\n", "all:\n\tcc a.c\ntest: all\n\ttrue\n", true],
  ["Makefile", "all:\n\tcc a.c\ntest: all\n\t./a\n", "all:\n\tcc -O2 a.c\ntest: all\n\t./a\n", false],
  ["src/a.js", "test", "other", false],
])("%s %s → %s: %s", (path, before, after, expected) => {
  expect(changesTestScript(path, before, after)).toBe(expected);
});
