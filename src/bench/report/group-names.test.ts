import { describe, expect, it } from "vitest";
import { groupNames } from "./group-names.ts";

describe("the names of files in a page", () => {
  it.each([
    [["a.jsonl"], ["a"]],
    [
      ["x/a.jsonl", "y/b.jsonl"],
      ["a", "b"],
    ],
    [
      ["/t/d1/bench.jsonl", "/t/d2/bench.jsonl"],
      ["d1/bench", "d2/bench"],
    ],
    [
      ["d1/bench.jsonl", "d1/../d2/bench.jsonl", "other"],
      ["d1/bench", "d2/bench", "other"],
    ],
    [
      ["/t/a/x/r.jsonl", "/t/b/x/r.jsonl"],
      ["a/x/r", "b/x/r"],
    ],
    [
      ["/r.jsonl", "/t/r.jsonl"],
      ["/r", "t/r"],
    ],
    [
      ["a.jsonl", "./a.jsonl"],
      ["a", "a"],
    ],
    [
      ["a.jsonl", "a"],
      ["a", "a"],
    ],
  ])("of %j are %j", (files, names) => {
    expect(groupNames(files)).toEqual(names);
  });
});
