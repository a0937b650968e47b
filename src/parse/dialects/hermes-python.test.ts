import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

describe("hermes-python", () => {
  it("reads a Python call between the tags", () => {
    expect(readAtEveryCut('I look.\n<tool_call>read(path="a.js", limit=5)</tool_call>')).toMatchObject({
      text: "I look.",
      calls: [{ id: "1", name: "read", arguments: { path: "a.js", limit: 5 }, form: "hermes-python" }],
      notices: [],
    });
  });

  it.each([
    ["in a list", '<tool_call>\n[bash(command="ls")]\n</tool_call>'],
    ["without the closing tag", '<tool_call>bash(command="ls")'],
    ["without the closing parenthesis", '<tool_call>bash(command="ls"</tool_call>'],
    ["under another name", '<tool_call>shell(cmd="ls")</tool_call>'],
  ])("reads a call %s", (_, reply) => {
    expect(readAtEveryCut(reply).calls).toMatchObject([{ name: "bash", arguments: { command: "ls" } }]);
  });

  it("reads several calls, each in its tags or all in one", () => {
    const names = (reply: string) => readAtEveryCut(reply).calls.map((call) => call.name);
    const one = '<tool_call>bash(command="ls")\nread(path="a")</tool_call>';
    const two = '<tool_call>bash(command="ls")</tool_call>\n<tool_call>read(path="a")</tool_call>';
    expect([names(one), names(two)]).toEqual([
      ["bash", "read"],
      ["bash", "read"],
    ]);
  });

  it.each([
    ["a tool that is not there", '<tool_call>find_definition(symbol="X")</tool_call>', /no tool "find_definition"/],
    ["unnamed arguments", '<tool_call>bash("ls")</tool_call>', /must be named/],
  ])("leaves %s as text and says why", (_, reply, notice) => {
    const read = readAtEveryCut(reply);
    expect(read).toMatchObject({ calls: [], text: reply });
    expect(read.notices.join()).toMatch(notice);
  });

  it("leaves prose between the tags as text", () => {
    const reply = "<tool_call>a call (of any tool)</tool_call>";
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply, notices: [] });
  });

  it("reports arguments that do not fit, and what cannot be read", () => {
    const problem = (reply: string) => readAtEveryCut(reply).calls.map((call) => call.problem);
    expect(problem('<tool_call>write(path="a")</tool_call>')).toEqual([expect.stringMatching(/"content" of write/)]);
    expect(problem('<tool_call>bash(command="a"b")</tool_call>')).toEqual([expect.stringMatching(/could not be read/)]);
  });

  it("does not run a call that was cut", () => {
    const { calls } = readAtEveryCut('<tool_call>bash(command="rm -rf build/', { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
