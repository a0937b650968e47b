import { expect, test } from "vitest";
import type { Piece } from "./read-pieces.ts";
import { readQuestion } from "./read-question.ts";
import { createStory } from "./tell-story.ts";

const SYSTEM = { role: "system", content: "Be brief." };
const TASK = { role: "user", content: "Fix it." };
const READ = { name: "read", arguments: '{"path":"x"}' };
const ASSISTANT = { role: "assistant", content: "I look.", tool_calls: [{ id: "1", function: READ }] };
const RESULT = { role: "tool", tool_call_id: "1", content: "x = 1" };
const REPLY: readonly Piece[] = [
  { kind: "thinking", text: "Hm." },
  { kind: "text", text: " I look.\n" },
  { kind: "call", name: "read", json: '{ "path": "x" }' },
];

/** A story that is told as `step role text`. */
function createTold() {
  const story = createStory();
  return {
    ask: (step: number, body: unknown) => story.ask(step, readQuestion(JSON.stringify(body))),
    answer: (step: number, reply: readonly Piece[], isAccepted = true) =>
      story.answer(step, reply, isAccepted ? undefined : "HTTP 500", isAccepted),
    lines: (from = 1) =>
      story
        .parts()
        .filter(({ step }) => step >= from)
        .map(({ step, role, text }) => `${step} ${role} ${text}`),
  };
}

test("each step tells what is new: messages, thinking, reply, call, result", () => {
  const story = createTold();
  expect(story.ask(1, { messages: [SYSTEM, TASK] })).toBe(1);
  story.answer(1, REPLY);
  const messages = [SYSTEM, TASK, ASSISTANT, RESULT];
  const share = story.ask(2, { messages, tools: [{ type: "function" }] });
  const length = (values: readonly unknown[]) =>
    values.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0);
  expect(share).toBeCloseTo(length([RESULT]) / (length(messages) + JSON.stringify([{ type: "function" }]).length), 10);
  story.answer(2, [{ kind: "text", text: "Done." }]);
  expect(story.lines()).toEqual([
    "1 system Be brief.",
    "1 user Fix it.",
    "1 thinking Hm.",
    "1 assistant  I look.\n",
    '1 call read { "path": "x" }',
    "2 tool x = 1",
    "2 assistant Done.",
  ]);
});

test("a reply that the agent gives back changed is new, and so is a message that comes a second time", () => {
  const story = createTold();
  story.ask(1, { messages: [TASK] });
  story.answer(1, REPLY);
  const changed = { role: "assistant", content: "Nothing." };
  expect(story.ask(2, { messages: [TASK, changed, TASK] })).toBeGreaterThan(0.5);
  expect(story.lines(2)).toEqual(["2 assistant Nothing.", "2 user Fix it."]);
});

test("a reply that the agent gives back with other space around it, or without its thinking, is not new", () => {
  for (const content of ["I look.", "\n\nI look.\n\n", " I look.\n", [{ type: "text", text: "I look." }]]) {
    const story = createTold();
    story.ask(1, { messages: [TASK] });
    story.answer(1, REPLY);
    expect(story.ask(2, { messages: [TASK, { role: "assistant", content }] })).toBe(0);
  }
});

test("other arguments than the reply's are new, wherever the call stands", () => {
  const story = createTold();
  story.ask(1, { messages: [TASK] });
  story.answer(1, REPLY);
  const call = { function: { name: "read", arguments: '{"path":"y"}' } };
  story.ask(2, { messages: [TASK, { role: "assistant", content: "", tool_calls: [call] }] });
  expect(story.lines(2)).toEqual(['2 call read {"path":"y"}']);
});

test("a changed beginning is told alone, and what stayed is not new", () => {
  const story = createTold();
  story.ask(1, { messages: [SYSTEM, TASK] });
  story.answer(1, REPLY);
  const later = { role: "system", content: "Be brief. It is 12:01." };
  story.ask(2, { messages: [later, TASK, ASSISTANT, RESULT] });
  expect(story.lines(2)).toEqual(["2 system Be brief. It is 12:01.", "2 tool x = 1"]);
});

test("a question that the server did not accept does not count as held", () => {
  const story = createTold();
  story.ask(1, { messages: [TASK] });
  story.answer(1, [], false);
  expect(story.ask(2, { messages: [TASK] })).toBe(1);
  story.answer(2, [{ kind: "text", text: "Hi" }]);
  story.ask(3, { messages: [TASK, RESULT] });
  story.answer(3, [], false);
  expect(story.ask(4, { messages: [TASK, RESULT] })).toBeGreaterThan(0);
  expect(story.lines()).toEqual([
    "1 user Fix it.",
    "1 note HTTP 500",
    "2 user Fix it.",
    "2 assistant Hi",
    "3 tool x = 1",
    "3 note HTTP 500",
    "4 tool x = 1",
  ]);
});

test("two requests at once: the steps stay together", () => {
  const story = createTold();
  story.ask(1, { messages: [TASK] });
  story.ask(2, { messages: [SYSTEM] });
  story.answer(2, [{ kind: "text", text: "two" }]);
  story.answer(1, [{ kind: "text", text: "one" }]);
  expect(story.lines()).toEqual(["1 user Fix it.", "1 assistant one", "2 system Be brief.", "2 assistant two"]);
});

test("Anthropic's and OpenAI's other forms, pictures and prompts", () => {
  const told = (body: unknown) => {
    const story = createTold();
    story.ask(1, body);
    return story.lines();
  };
  expect(
    told({
      system: [{ type: "text", text: "S" }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "image_url", image_url: { url: "data:" } },
          ],
        },
        { role: "assistant", content: [{ type: "tool_use", name: "read", input: { path: "x" } }] },
        { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: "r" }] }] },
      ],
    }),
  ).toEqual(["1 system S", "1 user a", "1 user [image_url]", '1 call read {"path":"x"}', "1 tool r"]);
  expect(
    told({
      instructions: "S",
      input: [
        { role: "user", content: [{ type: "input_text", text: "a" }] },
        { type: "function_call", name: "read", arguments: "{}" },
        { type: "function_call_output", output: "r" },
      ],
    }),
  ).toEqual(["1 system S", "1 user a", "1 call read {}", "1 tool r"]);
  expect(told({ prompt: "P", system: "S" })).toEqual(["1 system S", "1 user P"]);
  expect(told({ input: "P" })).toEqual(["1 user P"]);
});

test("of a second prompt without messages, and of a request that nobody could read, no share is known", () => {
  const story = createTold();
  expect(story.ask(1, { prompt: "a" })).toBe(1);
  expect(story.ask(2, { prompt: "ab" })).toBeNull();
  const other = createStory();
  expect(other.ask(1, undefined)).toBe(1);
  other.answer(1, [], undefined, true);
  expect(other.ask(2, readQuestion('{"messages":[{"role":"user","content":"a"}]}'))).toBeNull();
});

test("long texts are cut, the story ends at 200 parts, and NUL and half pairs are replaced", () => {
  const story = createTold();
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join("\n");
  story.ask(1, {
    messages: [
      { role: "user", content: lines },
      { role: "user", content: "a\0b\ud800c🙂" },
    ],
  });
  const [long = "", odd] = story.lines();
  expect(long.length).toBeLessThan(6_200);
  expect(long).toMatch(/\n\[… \d+ lines …\]\n/);
  expect(odd).toBe("1 user a\uFFFDb\uFFFDc🙂");
  const many = Array.from({ length: 300 }, (_, index) => ({ role: "user", content: `${index}` }));
  story.ask(2, { messages: many });
  expect(story.lines().length).toBe(200);
  expect(story.lines().at(-1)).toBe("2 note [… 103 more parts …]");
});

test("bodies that are no question, odd messages, and what is nested too deeply", () => {
  for (const body of ["", "{", "null", "5", '"x"']) expect(readQuestion(body)).toBeUndefined();
  const odd = readQuestion(
    '{"messages":[null,5,"x",[],{},{"role":7,"content":{"a":1}},{"content":[null,5,{"text":7}]}]}',
  );
  expect(odd?.messages.map(({ role }) => role)).toEqual(Array(7).fill("user"));
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const question = readQuestion(
    `{"messages":[{"role":"assistant","content":${deep},"tool_calls":[{"arguments":${deep}}]}]}`,
  );
  expect(question?.messages[0]?.pieces).toEqual([{ kind: "call", name: "", json: "[nested too deeply]" }]);
});
