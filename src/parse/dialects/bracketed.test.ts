import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

describe("bracketed", () => {
  it("reads a copied call and takes it out of the text", () => {
    expect(readAtEveryCut("I look first.\n[tool_call: bash for 'ls -la']\nThen I go on.")).toMatchObject({
      text: "I look first.\n\nThen I go on.",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls -la" }, form: "bracketed" }],
      notices: [],
    });
  });

  it.each([
    ["key and text", "[tool_call: read for path 'a']"],
    ["key and sign", "[tool_call: read path='a']"],
    ["a word before them", '[tool_call: read_file for path="a"]'],
    ["parentheses", "[tool_call: read(path='a')]"],
    ["an object in parentheses", "[tool_call: read({'path': 'a'})]"],
    ["an object", '[TOOL_CALL: read {"path": "a"}]'],
    ["an object with keys that have no quotes", "[tool_call: read {file_path: 'a'}]"],
    ["a word before the object", '[tool_call: read for {"path": "a"}]'],
    ["an object with its label", '[tool_call: read, args: {"path": "a"}]'],
    ["an object behind it", '[tool_call: read] {"path": "a"}'],
  ])("reads %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [{ name: "read", arguments: { path: "a" } }], text: "" });
  });

  it("reads several arguments and none", () => {
    const calls = (reply: string) => readAtEveryCut(reply).calls.map((call) => [call.name, call.arguments]);
    expect(calls("[tool_call: grep for pattern 'a|b', path 'src']\n[tool_call: list]")).toEqual([
      ["grep", { pattern: "a|b", path: "src" }],
      ["list", {}],
    ]);
  });

  it.each([
    ["half a sentence", "[tool_call: bash for 'node server.js &' because it must run on]", /could not be read/],
    ["a description", "[tool_call: read for the main file]", /could not be read/],
    ["a text that could be several arguments", "[tool_call: write for 'a.txt']", /must be named/],
    ["a tool that is not there", "[tool_call: reed for 'a']", /no tool "reed"/],
    ["no end", "[tool_call: read for 'a'", /could not be read/],
  ])("leaves %s as text and says why", (_, reply, notice) => {
    const read = readAtEveryCut(reply);
    expect(read).toMatchObject({ calls: [], text: reply });
    expect(read.notices.join()).toMatch(notice);
  });

  it.each([
    ["words behind it", "[tool_call: read for 'a'] reads the file."],
    ["a sentence around it", "Then [tool_call: read for 'a']"],
    ["a code span", "`[tool_call: read for 'a']`"],
    ["a block", "```\n[tool_call: read for 'a']\n```"],
    ["no name", "[tool_call: …]"],
  ])("is text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it("does not run a call that was cut", () => {
    const { calls } = readAtEveryCut("[tool_call: bash for 'rm -rf build/", { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
