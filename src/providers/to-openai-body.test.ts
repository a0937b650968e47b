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
