import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const python = {
  name: "code_interpreter",
  description: "",
  parameters: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
};
const tools = [...EXAMPLE_TOOLS, python];
const ls = '{"name": "bash", "parameters": {"command": "ls"}}';

describe("llama-3", () => {
  it.each([
    ["without an interpreter", EXAMPLE_TOOLS],
    ["with one", tools],
  ])("reads JSON and methods %s", (_, offered) => {
    for (const call of [
      ls,
      'bash.call(command="ls")',
      '{"type": "function", "name": "bash", "parameters": {"command": "ls"}}',
    ]) {
      expect(readAtEveryCut(`<|python_tag|>${call}<|eom_id|>`, { tools: offered })).toMatchObject({
        text: "",
        calls: [{ name: "bash", arguments: { command: "ls" } }],
      });
    }
  });

  it("gives an interpreter its code as it stands", () => {
    const code = "# A program:\nimport os\nprint(os.listdir('.'))";
    expect(readAtEveryCut(`<|python_tag|>${code}<|eom_id|>`, { tools }).calls).toMatchObject([
      { name: "code_interpreter", arguments: { code } },
    ]);
    expect(readAtEveryCut(`<|python_tag|>code_interpreter.call(code="print(1)")`, { tools }).calls).toMatchObject([
      { name: "code_interpreter", arguments: { code: "print(1)" } },
    ]);
  });

  it("has no use for code without an interpreter, or for half of it", () => {
    const reply = "<|python_tag|>import os";
    expect(readAtEveryCut(reply)).toMatchObject({ text: reply, calls: [] });
    const { calls } = readAtEveryCut(reply, { tools, finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
