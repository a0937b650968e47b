import { expect, it } from "vitest";
import { matchPath } from "./match-path.ts";

const known = ["src/a.js", "test/a.js", "src/deep/b.js", "c.js"];

it.each([
  ["src/a.js", "src/a.js"],
  ["./src/a.js", "src/a.js"],
  ["src\\a.js", "src/a.js"],
  ["b.js", "src/deep/b.js"],
  ["deep/b.js", "src/deep/b.js"],
  ["/home/me/project/src/a.js", "src/a.js"],
  ["/c.js", "c.js"],
  ["../b.js", undefined],
  ["lib/b.js", undefined],
  ["lib/c.js", undefined],
  ["/home/me/project/c.js", undefined],
  ["eep/b.js", undefined],
  ["x/src/deep/b.js", "src/deep/b.js"],
  ["c.js", "c.js"],
  ["a.js", undefined],
  ["lib/a.js", undefined],
  ["d.js", undefined],
  ["src/", undefined],
  ["", undefined],
])("takes %j for %j", (written, path) => {
  expect(matchPath(written, known)).toBe(path);
});
