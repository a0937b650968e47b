import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const fenced = '```json\n{"command": "ls"}\n```';

describe("deepseek", () => {
  it.each([
    ["other bars", `<|tool▁calls▁begin|><|tool▁call▁begin|>function<|tool▁sep|>bash\n${fenced}<|tool▁call▁end|>`],
    [
      "underscores",
      `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>bash\n${fenced}<｜tool_call_end｜>`,
    ],
    ["blanks", `<｜tool calls begin｜><｜tool call begin｜>bash<｜tool sep｜>{"command": "ls"}<｜tool call end｜>`],
    ["escapes", `<|tool\\_calls\\_begin|><|tool\\_call\\_begin|>bash<|tool\\_sep|>{"command": "ls"}`],
    ["no mark of the section", `<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n${fenced}<｜tool▁call▁end｜>`],
    ["no mark of the call", `<｜tool▁calls▁begin｜>function<｜tool▁sep｜>bash\n${fenced}`],
    ["no fence", '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n{"command": "ls"}'],
    ["the last fence missing", '<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n{"command": "ls"}'],
    ["doubled closing marks", `<｜tool▁call▁begin｜>bash<｜tool▁sep｜>${fenced}${"<｜tool▁call▁end｜>".repeat(2)}`],
  ])("reads a call with %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "", calls: [{ name: "bash", arguments: { command: "ls" } }] });
  });

  it("reads a call without arguments", () => {
    expect(readAtEveryCut("<｜tool▁call▁begin｜>list<｜tool▁sep｜><｜tool▁call▁end｜>").calls).toMatchObject([
      { name: "list", arguments: {} },
    ]);
  });

  it("leaves a block behind the calls to the person", () => {
    const reply = `<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n${fenced}<｜tool▁call▁end｜>\nThen:\n\`\`\`js\nx\n\`\`\``;
    expect(readAtEveryCut(reply).text).toBe("Then:\n```js\nx\n```");
  });

  it.each([
    "<｜tool▁call▁begin｜>",
    "<｜tool▁call▁begin｜>func",
    "<｜tool▁call▁begin｜>bash<｜tool",
    "<｜tool▁call▁begin｜>bash<｜tool▁sep｜>",
  ])("reports a call that was cut off: %s", (reply) => {
    const { calls } = readAtEveryCut(reply, { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
