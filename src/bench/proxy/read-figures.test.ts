import { expect, test } from "vitest";
import { createFigureReader, type Figures } from "./read-figures.ts";

function figuresOf(...values: readonly unknown[]): Figures {
  const reader = createFigureReader();
  for (const value of values) reader.read(value);
  return reader.figures();
}

const NOTHING = { sent: null, cached: null, evaluated: null, generated: null };

test("nothing told is null", () => {
  expect(figuresOf()).toEqual(NOTHING);
  expect(figuresOf({ choices: [] }, { done: true }, null, 5, "x", [[]])).toEqual(NOTHING);
});

test("numbers that no count of tokens can be are none", () => {
  expect(figuresOf({ usage: { prompt_tokens: 2 ** 52, completion_tokens: 3 } })).toEqual({ ...NOTHING, generated: 3 });
  expect(figuresOf({ usage: { prompt_tokens: -1, completion_tokens: 1.5 } })).toEqual(NOTHING);
});

test("llama.cpp: timings win over usage, wherever they stand", () => {
  const usage = { prompt_tokens: 99, completion_tokens: 98, prompt_tokens_details: { cached_tokens: 97 } };
  const timings = { cache_n: 90, prompt_n: 10, predicted_n: 7, prompt_ms: 3.5 };
  const figures = { sent: 100, cached: 90, evaluated: 10, generated: 7 };
  expect(figuresOf({ usage, timings })).toEqual(figures);
  expect(figuresOf({ timings }, { usage })).toEqual(figures);
  expect(figuresOf({ timings: { cache_n: 90, prompt_n: 10, predicted_n: 1 } }, { timings })).toEqual(figures);
});

test("llama.cpp without cache_n: what is not evaluated was cached", () => {
  const figures = { sent: 100, cached: 88, evaluated: 12, generated: 5 };
  expect(
    figuresOf({ usage: { prompt_tokens: 100, completion_tokens: 5 }, timings: { prompt_n: 12, predicted_n: 5 } }),
  ).toEqual(figures);
  expect(figuresOf({ timings: { prompt_n: 12, predicted_n: 5 } })).toEqual({ ...figures, sent: null, cached: null });
});

test("llama.cpp, cut: the progress tells what was read until then", () => {
  const progress = (processed: number) => ({ prompt_progress: { total: 100, cache: 40, processed, time_ms: 5 } });
  expect(figuresOf(progress(40), progress(70))).toEqual({ sent: 100, cached: 40, evaluated: 30, generated: null });
  expect(figuresOf(progress(70), { timings: { cache_n: 40, prompt_n: 60, predicted_n: 2 } })).toEqual({
    sent: 100,
    cached: 40,
    evaluated: 60,
    generated: 2,
  });
});

test("OpenAI: usage with and without a cached count", () => {
  const usage = { prompt_tokens: 50, completion_tokens: 9, total_tokens: 59 };
  expect(figuresOf({ usage: null }, { usage })).toEqual({ sent: 50, cached: null, evaluated: null, generated: 9 });
  expect(figuresOf({ usage: { ...usage, prompt_tokens_details: { cached_tokens: 30 } } })).toEqual({
    sent: 50,
    cached: 30,
    evaluated: 20,
    generated: 9,
  });
  expect(figuresOf({ usage: { ...usage, prompt_tokens_details: null } }).cached).toBeNull();
});

test("OpenAI's responses: input tokens include the cached ones", () => {
  const usage = { input_tokens: 50, input_tokens_details: { cached_tokens: 30 }, output_tokens: 9 };
  const figures = { sent: 50, cached: 30, evaluated: 20, generated: 9 };
  expect(figuresOf({ type: "response.completed", response: { usage } })).toEqual(figures);
  expect(figuresOf({ object: "response", usage })).toEqual(figures);
});

test("Ollama: the prompt's count includes the cached part", () => {
  expect(figuresOf({ response: "x" }, { response: "", done: true, prompt_eval_count: 50, eval_count: 9 })).toEqual({
    sent: 50,
    cached: null,
    evaluated: null,
    generated: 9,
  });
  expect(
    figuresOf({ message: { content: "" }, prompt_eval_count: 50, prompt_eval_cached_count: 45, eval_count: 9 }),
  ).toEqual({ sent: 50, cached: 45, evaluated: 5, generated: 9 });
});

test("Anthropic: input tokens are those beside the cache", () => {
  const start = {
    type: "message_start",
    message: {
      usage: { input_tokens: 5, cache_read_input_tokens: 40, cache_creation_input_tokens: 3, output_tokens: 1 },
    },
  };
  expect(figuresOf(start, { type: "message_delta", usage: { output_tokens: 17 } })).toEqual({
    sent: 48,
    cached: 40,
    evaluated: 8,
    generated: 17,
  });
});

test.each(['"12"', "-1", "1.5", "1e400", "9007199254740993", "null", "{}", "[3]", "true", '{"toString":1}'])(
  "a count of %s is none",
  (json) => {
    const odd = JSON.parse(json);
    const usage = { prompt_tokens: odd, completion_tokens: odd, prompt_tokens_details: { cached_tokens: odd } };
    expect(figuresOf({ usage })).toEqual(NOTHING);
    expect(figuresOf({ usage: odd, timings: odd, message: odd, response: odd, prompt_progress: odd })).toEqual(NOTHING);
    expect(figuresOf({ timings: { cache_n: odd, prompt_n: odd, predicted_n: odd } })).toEqual(NOTHING);
    expect(figuresOf({ prompt_eval_count: odd, eval_count: odd })).toEqual(NOTHING);
  },
);

test("one odd count does not hide the others, and a cache larger than the prompt says nothing of what was read", () => {
  const usage = { prompt_tokens: 10, completion_tokens: "x", prompt_tokens_details: { cached_tokens: 11 } };
  expect(figuresOf({ usage })).toEqual({ sent: 10, cached: 11, evaluated: null, generated: null });
});
