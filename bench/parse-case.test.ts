import { describe, expect, it } from "vitest";
import { answerLine } from "./parse-case.ts";

const parameters = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };
const bash = { name: "bash", description: "Runs a command.", parameters };
const call = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';
const calls = [{ name: "bash", arguments: { command: "ls" } }];

function answer(given: unknown): unknown {
  return JSON.parse(answerLine(JSON.stringify(given)));
}

describe("answerLine", () => {
  it("gives text, thinking and calls", () => {
    const text = `I look.\n</think>\n\nNow.\n${call}`;
    const generation_prompt = "<|im_start|>assistant\n<think>\n";
    expect(answer({ parser: "Qwen3-8B", text, tools: [bash], generation_prompt })).toEqual({
      content: "Now.",
      reasoning: "I look.",
      tool_calls: calls,
    });
  });

  it("takes tools as they are sent to servers, and may do without a parser and a prompt", () => {
    expect(answer({ text: call, tools: [{ type: "function", function: bash }] })).toMatchObject({ tool_calls: calls });
    expect(answer({ parser: null, text: call, tools: [bash], generation_prompt: null })).toMatchObject({
      tool_calls: calls,
    });
  });

  it("goes on with what the prompt holds of the answer", () => {
    const given = { parser: "auto", text: "world!", tools: [], generation_prompt: "<|im_start|>assistant\nHello, " };
    expect(answer(given)).toEqual({ content: "Hello, world!", reasoning: "", tool_calls: [] });
  });

  it("leaves out calls that would not run", () => {
    const broken = '<tool_call>{"name": "bash", "arguments": {"command": "ls"</tool_call>';
    const unknown = '<tool_call>{"name": "launch", "arguments": {}}</tool_call>';
    for (const text of [unknown, '<tool_call>{"name": "bash", "arguments": {}}</tool_call>', `${unknown}\n${call}`]) {
      const { tool_calls } = answer({ text, tools: [bash] }) as { tool_calls: unknown };
      expect(tool_calls).toEqual(text.endsWith(call) ? calls : []);
    }
    expect(answer({ text: broken.replace('"ls"', '"ls'), tools: [bash] })).toMatchObject({ tool_calls: [] });
  });

  it.each([
    "",
    "nonsense",
    "{",
    "[]",
    "null",
    '{"parser": "auto"}',
    '{"text": 1, "tools": []}',
    '{"text": "a", "tools": 1}',
  ])("says what is wrong with the line %j", (line) => {
    expect(JSON.parse(answerLine(line))).toEqual({ error: expect.any(String) });
  });

  it("answers on one line, whatever the text holds", () => {
    const text = "a\u2028b\nc\r\nd\u0000é👍";
    expect(answerLine(JSON.stringify({ text }))).not.toMatch(/[\r\n]/);
    expect(answer({ text })).toMatchObject({ content: text });
  });

  it("answers hundreds of lines a second", () => {
    const line = JSON.stringify({ parser: "auto", text: `Let me look.\n${call}`, tools: [bash] });
    const started = performance.now();
    for (let count = 0; count < 500; count += 1) answerLine(line);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
