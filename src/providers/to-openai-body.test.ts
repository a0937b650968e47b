import { expect, test } from "vitest";
import type { Call, Request } from "../types.ts";
import { quirkOf } from "./quirks.ts";
import { toOpenAiBody, toOpenAiMessages } from "./to-openai-body.ts";

const llama = quirkOf("llama.cpp");
const call: Call = { id: "c1", name: "read", arguments: { path: "a.ts", limit: 3 }, form: "json-fence" };
const request: Request = {
  system: "Be brief.",
  tools: [
    {
      name: "read",
      description: "Read.",
      parameters: { type: "object", properties: { path: { type: "string", maxLength: 9 } } },
    },
  ],
  messages: [
    { role: "user", text: "Look." },
    { role: "assistant", text: "", calls: [call] },
    { role: "tool", text: "1 a", call: "c1" },
    { role: "assistant", text: "Seen.", thinking: "hm" },
  ],
  settings: {
    temperature: 0.2,
    topP: 0.9,
    topK: 20,
    minP: 0.1,
    repeatPenalty: 1.1,
    seed: 7,
    maxTokens: 50,
    thinking: "off",
  },
};

test("llama.cpp's body, in a fixed order of keys", () => {
  expect(JSON.stringify(toOpenAiBody(request, "m.gguf", llama), null, 1)).toMatchInlineSnapshot(`
    "{
     "model": "m.gguf",
     "messages": [
      {
       "role": "system",
       "content": "Be brief."
      },
      {
       "role": "user",
       "content": "Look."
      },
      {
       "role": "assistant",
       "content": null,
       "tool_calls": [
        {
         "id": "c1",
         "type": "function",
         "function": {
          "name": "read",
          "arguments": "{\\"path\\":\\"a.ts\\",\\"limit\\":3}"
         }
        }
       ]
      },
      {
       "role": "tool",
       "tool_call_id": "c1",
       "content": "1 a"
      },
      {
       "role": "assistant",
       "content": "Seen.",
       "reasoning_content": "hm"
      }
     ],
     "tools": [
      {
       "type": "function",
       "function": {
        "name": "read",
        "description": "Read.",
        "parameters": {
         "type": "object",
         "properties": {
          "path": {
           "type": "string"
          }
         }
        }
       }
      }
     ],
     "chat_template_kwargs": {
      "enable_thinking": false
     },
     "stream": true,
     "stream_options": {
      "include_usage": true
     },
     "max_tokens": 50,
     "temperature": 0.2,
     "top_p": 0.9,
     "top_k": 20,
     "min_p": 0.1,
     "repeat_penalty": 1.1,
     "seed": 7,
     "cache_prompt": true,
     "return_progress": true
    }"
  `);
});

test("a generic server gets OpenAI's fields only", () => {
  const body = toOpenAiBody(request, "m", quirkOf("generic"));
  expect(Object.keys(body)).toEqual([
    "model",
    "messages",
    "tools",
    "stream",
    "stream_options",
    "max_tokens",
    "temperature",
    "top_p",
    "seed",
  ]);
});

test("a request that extends another repeats its messages byte for byte", () => {
  const longer = { ...request, messages: [...request.messages, { role: "user" as const, text: "More." }] };
  const [short, long] = [request, longer].map((one) =>
    toOpenAiMessages(one, llama).map((message) => JSON.stringify(message)),
  );
  expect(long?.slice(0, short?.length)).toEqual(short);
});

test("a continuation comes last, with thinking off", () => {
  const { thinking: _, ...settings } = request.settings;
  const body = toOpenAiBody({ ...request, settings, continues: { text: "one, two", thinking: "" } }, "m", llama);
  expect((body["messages"] as unknown[]).at(-1)).toEqual({ role: "assistant", content: "one, two" });
  expect(body["chat_template_kwargs"]).toEqual({ enable_thinking: false });
});

test("a server that can't continue is not asked to", () => {
  const continued = { ...request, continues: { text: "x", thinking: "" } };
  expect(() => toOpenAiBody(continued, "m", quirkOf("generic"))).toThrow("does not continue");
});

test("without a system text, tools or settings there is no such field", () => {
  const bare: Request = { system: "", tools: [], messages: [{ role: "user", text: "hi" }], settings: {} };
  expect(toOpenAiBody(bare, "m", quirkOf("generic"))).toEqual({
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("tools that stand in the prompt are not sent again", () => {
  const body = toOpenAiBody({ ...request, settings: { toolsMode: "prompt" } }, "m", llama);
  expect(body).not.toHaveProperty("tools");
});

const qwen3 = { variable: "enable_thinking", offWord: "/no_think" } as const;
const bodyWith = (settings: Request["settings"], kind: Parameters<typeof quirkOf>[0]) =>
  toOpenAiBody(
    { system: "Be brief.", tools: [], messages: [{ role: "user", text: "hi" }], settings },
    "m",
    quirkOf(kind),
  );

test("a budget goes out in llama.cpp's own fields, and the thought may be ended in flight", () => {
  expect(bodyWith({ thinking: 2_000, thinkingSwitch: qwen3 }, "llama.cpp")).toMatchObject({
    chat_template_kwargs: { enable_thinking: true },
    reasoning_budget_tokens: 2_000,
    thinking_budget_tokens: 2_000,
    reasoning_control: true,
  });
});

test.each([
  ["llama.cpp", { chat_template_kwargs: { enable_thinking: false } }],
  ["vllm", { chat_template_kwargs: { enable_thinking: false } }],
  ["ollama", { reasoning_effort: "none" }],
  [
    "generic",
    {
      messages: [
        { role: "system", content: "Be brief.\n\n/no_think" },
        { role: "user", content: "hi" },
      ],
    },
  ],
] as const)("thinking off in the words of %s", (kind, fields) => {
  const body = bodyWith({ thinking: "off", thinkingSwitch: qwen3 }, kind);
  expect(body).toMatchObject(fields);
  const isSaid = JSON.stringify(body["messages"]).includes("/no_think");
  expect(isSaid).toBe(kind === "generic");
});

test.each([
  ["off", "low"],
  [500, "low"],
  [2_000, "medium"],
  [20_000, "high"],
] as const)("a model with levels gets a budget of %s as effort %s", (thinking, level) => {
  for (const kind of ["llama.cpp", "ollama", "generic"] as const) {
    expect(bodyWith({ thinking, thinkingSwitch: { effort: true } }, kind)).toMatchObject({ reasoning_effort: level });
  }
});

test("a model that is not known to think is not told anything where that could be refused", () => {
  for (const thinking of ["off", 2_000] as const) {
    const keys = Object.keys(bodyWith({ thinking }, "ollama"));
    expect(keys).toEqual(["model", "messages", "stream", "stream_options"]);
  }
});

test("a reply that is only a thought so far goes on behind it", () => {
  const continued = { ...request, continues: { text: "", thinking: "First, I" } };
  const body = toOpenAiBody(continued, "m", llama);
  expect((body["messages"] as unknown[]).at(-1)).toEqual({
    role: "assistant",
    content: "",
    reasoning_content: "First, I",
  });
  expect(body).toMatchObject({
    chat_template_kwargs: { enable_thinking: false },
    continue_final_message: "content",
    add_generation_prompt: false,
  });
});

test("thoughts go back in the field that the server reads, or not at all", () => {
  const fields = (["llama.cpp", "vllm", "generic"] as const).map(
    (kind) => toOpenAiMessages(request, quirkOf(kind)).at(-1) ?? {},
  );
  expect(fields.map((message) => Object.keys(message).slice(2))).toEqual([["reasoning_content"], ["reasoning"], []]);
});

test("samplers have other names elsewhere", () => {
  expect(bodyWith({ repeatPenalty: 1.1, topK: 3, presencePenalty: 1.5 }, "vllm")).toMatchObject({
    repetition_penalty: 1.1,
    top_k: 3,
    presence_penalty: 1.5,
  });
});
