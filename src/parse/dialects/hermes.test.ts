import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';
const readA = '{"name": "read", "arguments": {"path": "a.js"}}';

/** Calls that can run, as name and arguments. */
function run(reply: string, options: Parameters<typeof parseReply>[1] = {}) {
  const { calls } = parseReply(reply, options);
  return calls.filter((call) => call.problem === undefined).map((call) => [call.name, call.arguments]);
}

describe("hermes", () => {
  it("reads a call and takes it out of the text", () => {
    expect(parseReply(`I look first.\n<tool_call>\n${ls}\n</tool_call>`)).toEqual({
      text: "I look first.",
      shown: "I look first.",
      thinking: "",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls" }, form: "hermes" }],
      notices: [],
    });
  });

  it.each([
    ["behind text on the same line", `What's up?<tool_call>\n${ls}</tool_call>`],
    ["without line breaks", `<tool_call>${ls}</tool_call>`],
    ["without the closing tag", `<tool_call>\n${ls}`],
    ["without the closing tag, and with text behind", `<tool_call>\n${ls}\nNow I wait.`],
    ["in a fence inside the tags", `<tool_call>\n\`\`\`json\n${ls}\n\`\`\`\n</tool_call>`],
    ["with a bracket too many", `<tool_call>${ls}}</tool_call>`],
    ["with a bracket too few", `<tool_call>${ls.slice(0, -1)}</tool_call>`],
    ["with two brackets too few at the end", `<tool_call>${ls.slice(0, -2)}`],
    ["as parameters", '<tool_call>{"name": "bash", "parameters": {"command": "ls"}}</tool_call>'],
    ["with arguments as text", '<tool_call>{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}</tool_call>'],
    [
      "as a function",
      '<tool_call>{"type": "function", "function": {"name": "bash", "arguments": {"command": "ls"}}}</tool_call>',
    ],
    ["as tool and args", '<tool_call>{"tool": "bash", "args": {"command": "ls"}}</tool_call>'],
    ["under another name", '<tool_call>{"name": "shell", "arguments": {"cmd": "ls"}}</tool_call>'],
    ["in Python's way", "<tool_call>{'name': 'bash', 'arguments': {'command': 'ls',},}</tool_call>"],
    ["in a list", `<tool_call>[${ls}]</tool_call>`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([["bash", { command: "ls" }]]);
  });

  it.each([
    ["two pairs of tags", `<tool_call>${ls}</tool_call><tool_call>${readA}</tool_call>`],
    ["two objects between tags", `<tool_call>\n${ls}\n${readA}\n</tool_call>`],
    ["a list", `<tool_call>[${ls}, ${readA}]</tool_call>`],
    ["no closing tags", `<tool_call>${ls}\n<tool_call>${readA}`],
    ["text in between", `First\n<tool_call>${ls}</tool_call>\nthen\n<tool_call>${readA}</tool_call>`],
  ])("reads several calls: %s", (_, reply) => {
    expect(run(reply)).toEqual([
      ["bash", { command: "ls" }],
      ["read", { path: "a.js" }],
    ]);
  });

  it("keeps tags, fences and quotes inside a string", () => {
    const content = 'say "</tool_call>"\n```json\n{"name": "bash"}\n```\n<tool_call>\n';
    const call = JSON.stringify({ name: "write", arguments: { path: "a.md", content } });
    expect(run(`<tool_call>${call}</tool_call>`)).toEqual([["write", { path: "a.md", content }]]);
  });

  it.each([
    ["in a string", '<tool_call>{"name": "write", "arguments": {"path": "a", "content": "half'],
    ["between brackets", '<tool_call>{"name": "write", "arguments": {"path": "a", "content": "x"'],
    ["at once", "<tool_call>\n"],
  ])("does not run a call that was cut %s, and says how to send less", (_, reply) => {
    for (const finish of ["length", "cut"] as const) {
      const { calls, text } = parseReply(reply, { finish });
      expect(calls).toHaveLength(1);
      expect(calls[0]?.problem).toMatch(/cut off.*shorter/);
      expect(text).toBe("");
    }
  });

  it("runs whole calls before one that was cut", () => {
    const { calls } = parseReply(`<tool_call>${ls}</tool_call><tool_call>{"name": "read", "argu`, { finish: "length" });
    expect(calls.map((call) => [call.name, call.problem === undefined])).toEqual([
      ["bash", true],
      ["read", false],
    ]);
  });

  it("does not guess at quotes inside a string, and says where they are", () => {
    const { calls, text } = parseReply(
      '<tool_call>{"name": "bash", "arguments": {"command": "echo "hi""}}</tool_call> ',
    );
    expect(calls).toEqual([
      {
        id: "1",
        name: "bash",
        arguments: {},
        form: "hermes",
        problem: expect.stringMatching(/could not be read: expected "," or "}", got "h", near ".*echo \\"hi/),
      },
    ]);
    expect(text).toBe("");
  });

  it.each([
    ["a tool that is not there", '{"name": "reed", "arguments": {"path": "a"}}', /no tool "reed".*nearest are: read/],
    [
      "a missing argument",
      '{"name": "edit", "arguments": {"path": "a", "new": "x"}}',
      /"old" of edit: expected a string, got nothing\. A valid call: \{"name":"edit","arguments":\{"path":"src\/main.js",/,
    ],
    ["arguments that end too early", '{"name": "bash", "arguments": {}}, "command": "ls"}', /goes on/],
    ["an object that is no call", '{"answer": 42}', /expected \{"name"/],
  ])("reports %s instead of running it", (_, json, problem) => {
    const { calls } = parseReply(`<tool_call>${json}</tool_call>`);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.problem).toMatch(problem);
  });
});
