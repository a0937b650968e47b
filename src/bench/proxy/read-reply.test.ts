import { expect, test } from "vitest";
import { createReplyReader } from "./read-reply.ts";

/** What a reply says, a line for each piece. */
function told(...values: readonly unknown[]): string[] {
  const reader = createReplyReader();
  for (const value of values) reader.read(value);
  return reader.pieces().map((piece) => {
    return piece.kind === "call" ? `call ${piece.name} ${piece.json}` : `${piece.kind} ${piece.text}`;
  });
}

test("OpenAI's chat, streamed: thinking, text, and two calls whose parts are mixed", () => {
  const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });
  const call = (index: number, called: object) => delta({ tool_calls: [{ index, function: called }] });
  const values = [
    delta({ role: "assistant", content: null }),
    delta({ reasoning_content: "Let me " }),
    delta({ reasoning_content: "see." }),
    delta({ content: "I " }),
    delta({ content: "look." }),
    call(0, { name: "read", arguments: "" }),
    call(1, { name: "list", arguments: '{"a' }),
    call(0, { arguments: '{"path":"x"}' }),
    call(1, { arguments: '":1}' }),
    { choices: [], usage: {} },
    { done: true },
  ];
  expect(told(...values)).toEqual([
    "thinking Let me see.",
    "text I look.",
    'call read {"path":"x"}',
    'call list {"a":1}',
  ]);
});

test("OpenAI's chat, whole: calls without an index stay apart", () => {
  const call = { type: "function", function: { name: "read", arguments: '{"path":"x"}' } };
  expect(told({ choices: [{ message: { content: "Hi", reasoning: "Hm", tool_calls: [call, call] } }] })).toEqual([
    "thinking Hm",
    "text Hi",
    'call read {"path":"x"}',
    'call read {"path":"x"}',
  ]);
});

test("OpenAI's responses, whole and streamed", () => {
  const output = [
    { type: "reasoning", content: [{ type: "reasoning_text", text: "Hm" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
    { type: "function_call", name: "read", arguments: "{}" },
  ];
  const lines = ["thinking Hm", "text Hi", "call read {}"];
  expect(told({ object: "response", output })).toEqual(lines);
  expect(
    told({ type: "response.output_text.delta", delta: "Hi" }, { type: "response.completed", response: { output } }),
  ).toEqual(lines);
});

test("completions of OpenAI, llama.cpp and Ollama", () => {
  expect(told({ choices: [{ text: "a" }] }, { choices: [{ text: "b" }] })).toEqual(["text ab"]);
  expect(told({ content: "a", stop: false }, { content: "b", stop: true })).toEqual(["text ab"]);
  expect(told({ thinking: "t" }, { response: "a" }, { response: "b", done: true })).toEqual(["thinking t", "text ab"]);
});

test("Ollama's chat: a call's arguments are an object", () => {
  const call = { function: { name: "read", arguments: { path: "x" } } };
  expect(
    told({ message: { role: "assistant", content: "a", thinking: "t" } }, { message: { tool_calls: [call] } }),
  ).toEqual(["thinking t", "text a", 'call read {"path":"x"}']);
});

test("Anthropic, streamed and whole", () => {
  const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
  const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
  const lines = ["thinking Hm", "text Hi", 'call read {"path":"x"}'];
  expect(
    told(
      { type: "message_start", message: { type: "message", role: "assistant", content: [] } },
      block(0, { type: "thinking", thinking: "" }),
      delta(0, { type: "thinking_delta", thinking: "Hm" }),
      block(1, { type: "text", text: "" }),
      delta(1, { type: "text_delta", text: "Hi" }),
      block(2, { type: "tool_use", name: "read", input: {} }),
      delta(2, { type: "input_json_delta", partial_json: '{"path"' }),
      delta(2, { type: "input_json_delta", partial_json: ':"x"}' }),
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
    ),
  ).toEqual(lines);
  const content = [
    { type: "thinking", thinking: "Hm" },
    { type: "text", text: "Hi" },
    { type: "tool_use", name: "read", input: { path: "x" } },
  ];
  expect(told({ type: "message", role: "assistant", content })).toEqual(lines);
});

test("tells the end and the server's error", () => {
  const read = (value: unknown) => {
    const reader = createReplyReader();
    reader.read(value);
    return [reader.isDone(), reader.error()];
  };
  expect(read({ done: true })).toEqual([true, undefined]);
  expect(read({ type: "message_stop" })).toEqual([true, undefined]);
  expect(read({ choices: [], error: null })).toEqual([false, undefined]);
  expect(read({ error: { message: "too long", code: 400 } })).toEqual([false, "too long"]);
  expect(read({ error: "no such model" })).toEqual([false, "no such model"]);
  expect(read({ error: { detail: 1 } })).toEqual([false, '{"detail":1}']);
});

test("odd values are no reply", () => {
  const odd = [null, 7, "x", [], {}, { a: 1 }];
  for (const value of odd) {
    expect(told(value)).toEqual([]);
    expect(told({ choices: value, done: value, index: value })).toEqual([]);
    expect(told({ choices: [{ delta: value }] }, { delta: value }, { output: [value] })).toEqual([]);
    const calls = told({ message: { content: value === "x" ? null : value, tool_calls: value } });
    expect(calls.filter((line) => line.startsWith("call"))).toEqual([]);
  }
});

test("a flood ends", () => {
  const reader = createReplyReader();
  const empty = { choices: [{ delta: { tool_calls: [{ function: { name: "x" } }] } }] };
  for (let count = 0; count < 20_000; count++) reader.read(empty);
  reader.read({ choices: [{ delta: { content: "y".repeat(2_000_000) } }] });
  expect(reader.pieces().length).toBe(10_000);
});
