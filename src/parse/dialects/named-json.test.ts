import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

describe("named-json", () => {
  it.each([
    'read{"path": "a"}',
    'read {"path": "a"}',
    'read\n{"path": "a"}',
    'read[ARGS]{"path": "a"}',
    "I look.\nread\n{path: 'a',}\n",
  ])("reads a tool's name and its arguments: %s", (reply) => {
    expect(readAtEveryCut(reply).calls).toMatchObject([{ name: "read", arguments: { path: "a" }, form: "named-json" }]);
  });

  it.each([
    ["words", "read the file first"],
    ["a longer name", 'reader{"path": "a"}'],
    ["no arguments", "list\n{}"],
    ["another argument", 'read\n{"path": "a", "mode": 1}'],
    ["a missing argument", 'write\n{"path": "a"}'],
    ["an empty line between", 'read\n\n{"path": "a"}'],
    ["words behind it", 'read {"path": "a"} shows it'],
    ["words before it", 'Now read {"path": "a"}'],
    ["broken JSON", 'read {"path": "a" b}'],
    ["code", "bash {\n  echo hi\n}"],
  ])("takes for text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it("reports a call that was cut off", () => {
    const { calls } = readAtEveryCut('write\n{"path": "a", "content": "b', { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
