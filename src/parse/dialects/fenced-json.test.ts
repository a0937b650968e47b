import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';

function fence(body: string, info = "json", marks = "```"): string {
  return `${marks}${info}\n${body}\n${marks}`;
}

function run(reply: string, options: Parameters<typeof parseReply>[1] = {}) {
  const { calls } = parseReply(reply, options);
  return calls.filter((call) => call.problem === undefined).map((call) => [call.name, call.arguments]);
}

describe("fencedJson", () => {
  it("reads the block that Qwen2.5-Coder writes, with one edit in a list", () => {
    const reply = `To fix the function:\n\n${fence(`{
  "name": "edit",
  "arguments": {"path": "leap.py", "edits": [{"oldText": "def leap(y):\\n    pass", "newText": "def leap(y):\\n    return True"}]}
}`)}\n\nThis makes it work.`;
    expect(parseReply(reply)).toEqual({
      text: "To fix the function:\n\nThis makes it work.",
      shown: "To fix the function:\n\nThis makes it work.",
      thinking: "",
      calls: [
        {
          id: expect.any(String),
          name: "edit",
          arguments: { path: "leap.py", old: "def leap(y):\n    pass", new: "def leap(y):\n    return True" },
          form: "fenced-json",
        },
      ],
      notices: [],
    });
  });

  it.each([
    ["json", fence(ls)],
    ["JSON", fence(ls, "JSON")],
    ["no info string", fence(ls, "")],
    ["tool_call", fence(ls, "tool_call")],
    ["longer marks", fence(ls, "json", "`````")],
    ["tildes", fence(ls, "json", "~~~")],
    ["an indented fence", `  ${fence(ls)}`],
    ["no closing fence", `\`\`\`json\n${ls}`],
    ["the closing fence on the same line", `\`\`\`json\n${ls}\`\`\``],
    ["a missing bracket", fence(ls.slice(0, -1))],
    ["a bracket too many", fence(`${ls}}`)],
    ["trailing commas", fence('{"name": "bash", "arguments": {"command": "ls",},}')],
    ["a raw line", fence('{"tool": "bash", "args": {"cmd": "ls"}}')],
    ["a list of one", fence(`[${ls}]`)],
    ["an envelope", fence(`{"tool_calls": [${ls}]}`)],
  ])("reads a call with %s", (_, reply) => {
    expect(run(`Text before.\n${reply}\n`)).toEqual([["bash", { command: "ls" }]]);
  });

  it.each([
    ["one per line", fence(`${ls}\n{"name": "list", "arguments": {}}`)],
    ["a list", fence(`[${ls},\n{"name": "list", "arguments": {}}]`)],
    ["two blocks", `${fence(ls)}\n\nand then\n\n${fence('{"name": "list", "arguments": {}}')}`],
  ])("reads several calls: %s", (_, reply) => {
    expect(run(reply).map(([name]) => name)).toEqual(["bash", "list"]);
  });

  it("finds the end by the JSON, not by a fence inside a string", () => {
    const content = "# Title\n```json\n{}\n```\nmore\n";
    const escaped = JSON.stringify({ name: "write", arguments: { path: "README.md", content } });
    const raw = escaped.replaceAll("\\n", "\n");
    expect(run(`${fence(escaped)}\nDone.`)).toEqual([["write", { path: "README.md", content }]]);
    expect(run(`${fence(raw)}\nDone.`)).toEqual([["write", { path: "README.md", content }]]);
  });

  it("reads Python's three quotes as a text", () => {
    const reply = fence(
      '{"name": "write", "arguments": {"path": "a.py", "content": """def f():\n    return "x"\n"""}}',
    );
    expect(run(reply)).toEqual([["write", { path: "a.py", content: 'def f():\n    return "x"\n' }]]);
  });

  it.each([
    [
      "several edits at once",
      '{"name": "edit", "arguments": {"path": "a", "edits": [{"oldText": "1", "newText": "2"}, {"oldText": "3", "newText": "4"}]}}',
      /"edits": an array of 2/,
    ],
    ["a missing argument", '{"name": "write", "arguments": {"path": "a"}}', /"content" of write/],
    [
      "quotes inside a string",
      '{"name": "write", "arguments": {"path": "a", "content": "say "hi""}}',
      /could not be read/,
    ],
    ["a string that never ends", '{"name": "write", "arguments": {"path": "a", "content": "x}}', /not closed/],
  ])("reports %s instead of running it", (_, json, problem) => {
    const { calls } = parseReply(fence(json));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.problem).toMatch(problem);
  });

  it("does not run a call that was cut off", () => {
    for (const cut of ["```json\n", "```json\n{", '```json\n{"name": "wri']) {
      expect(parseReply(cut, { finish: "length" }).calls).toEqual([]);
    }
    const { calls } = parseReply('```json\n{"name": "write", "arguments": {"path": "a", "content": "x', {
      finish: "length",
    });
    expect(calls).toMatchObject([{ name: "write", arguments: {}, problem: expect.stringContaining("cut off") }]);
  });

  it("runs nothing behind a call whose end is lost", () => {
    const broken = '{"name": "write", "arguments": {"path": "a.md", "content": "Call it "so":\n```json\n';
    const { calls } = parseReply(`\`\`\`json\n${broken}${ls}\n\`\`\`\n"}}\n\`\`\`\n<tool_call>${ls}</tool_call>`);
    expect(calls.map((call) => [call.name, call.problem !== undefined])).toEqual([["write", true]]);
  });

  it("tells the model about a call to a tool that is not there, and shows the block", () => {
    const block = fence('{"name": "switch_mode", "arguments": {"mode": "code"}}');
    const { calls, text, notices } = parseReply(block);
    expect([calls, text]).toEqual([[], block]);
    expect(notices).toEqual([expect.stringContaining('no tool "switch_mode"')]);
  });
});
