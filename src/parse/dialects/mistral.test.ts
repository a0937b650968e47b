import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';

describe("mistral", () => {
  it.each([
    ["one object", `[TOOL_CALLS]${ls}`],
    ["a list on the next line, with the end token", `[TOOL_CALLS]\n[${ls}]</s>`],
    ["a name with nothing between", '[TOOL_CALLS]bash{"command": "ls"}'],
    ["blanks between the marks", '[TOOL_CALLS] bash [ARGS] {"command": "ls"}'],
    ["arguments as text", '[TOOL_CALLS]bash[ARGS]"{\\"command\\": \\"ls\\"}"'],
    ["Python", '[TOOL_CALLS]bash(command="ls")'],
  ])("reads %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "", calls: [{ name: "bash", arguments: { command: "ls" } }] });
  });

  it("reads several calls behind text on the same line", () => {
    const calls = '[TOOL_CALLS]bash[ARGS]{"command": "ls"}[TOOL_CALLS]read[ARGS]{"path": "a"}';
    expect(readAtEveryCut(`What's up?${calls}`)).toMatchObject({
      text: "What's up?",
      calls: [{ name: "bash" }, { name: "read" }],
    });
  });

  it("reads a call at the end of a line of text, with more text behind", () => {
    const reply = 'What\'s up?[TOOL_CALLS]bash[ARGS]{"command": "ls"}\nThen I go on.';
    expect(readAtEveryCut(reply)).toMatchObject({ text: "What's up?\n\nThen I go on.", calls: [{ name: "bash" }] });
  });

  it("leaves a block behind the call to the person", () => {
    const reply = "[TOOL_CALLS]list[ARGS]{}\n```js\nx\n```";
    expect(readAtEveryCut(reply)).toMatchObject({ text: "```js\nx\n```", calls: [{ name: "list", arguments: {} }] });
  });

  it.each(["[TOOL_CALLS]", "[TOOL_CALLS]ba", "[TOOL_CALLS]bash[AR", '[TOOL_CALLS]bash[ARGS]{"comm'])(
    "reports a call that was cut off: %s",
    (reply) => {
      const { calls } = readAtEveryCut(reply, { finish: "length" });
      expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
    },
  );

  it("takes the mark alone for text", () => {
    const reply = "[TOOL_CALLS] opens a call.";
    expect(readAtEveryCut(reply)).toMatchObject({ text: reply, calls: [] });
  });
});
