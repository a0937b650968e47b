import { expect, it } from "vitest";
import { changesTestScript } from "./changes-test-script.ts";

const pkg = (scripts: object, name = "a"): string => JSON.stringify({ name, scripts });

it.each([
  ["package.json", pkg({ test: "node --test" }), pkg({ test: "true" }), true],
  ["app/package.json", pkg({ test: "npm run unit", unit: "x" }), pkg({ test: "npm run unit", unit: "true" }), true],
  ["package.json", pkg({ test: "node --test" }), "{", true],
  ["package.json", pkg({ test: "node --test" }), "null", true],
  ["package.json", pkg({ test: "node --test" }), pkg({ test: "node --test" }, "b"), false],
  ["package.json", null, pkg({ test: "node --test" }), false],
  ["Makefile", "test: all\n\t./a\n", "test: all\n\ttrue\n", true],
  ["Makefile", null, "all:\n\tcc a.c\n", false],
  ["pytest.ini", null, "[pytest]\naddopts = --ignore=tests\n", true],
  ["pyproject.toml", "[project]\nname = 'a'\n[tool.pytest.ini_options]\nx = 1\n", "[project]\nname = 'a'\n", true],
  ["pyproject.toml", "[project]\nname = 'a'\n", "[project]\nname = 'b'\n", false],
  ["src/a.js", "test", "other", false],
])("%s %s → %s: %s", (path, before, after, expected) => {
  expect(changesTestScript(path, before, after)).toBe(expected);
});
