import * as z from "zod/mini";
import { orAbsent } from "./or-absent.ts";

/** Numbers of tokens; null where the server did not tell. */
export type Figures = {
  /** Of the prompt. */
  readonly sent: number | null;
  /** Of the prompt, those that the server still had. */
  readonly cached: number | null;
  /** Of the prompt, those that it had to read. */
  readonly evaluated: number | null;
  readonly generated: number | null;
};

/** Takes the JSON values of one answer in their order. */
export type FigureReader = { read(value: unknown): void; figures(): Figures };

// Larger numbers are no counts of tokens, and no outcome could hold them.
const count = orAbsent(z.int().check(z.gte(0), z.lte(1e9)));
const details = orAbsent(z.object({ cached_tokens: count }));
const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: details,
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: details,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
const Timings = z.object({ cache_n: count, prompt_n: count, predicted_n: count });
const Progress = z.object({ total: count, cache: count, processed: count });
const OllamaCounts = z.object({ prompt_eval_count: count, prompt_eval_cached_count: count, eval_count: count });
const told = { usage: orAbsent(Usage), timings: orAbsent(Timings) };
const Value = z.extend(OllamaCounts, {
  ...told,
  prompt_progress: orAbsent(Progress),
  /** Anthropic's `message_start`, and the last event of OpenAI's responses. */
  message: orAbsent(z.object(told)),
  response: orAbsent(z.object(told)),
});

/** Figures from one source; what it did not tell is undefined. */
type Told = { readonly [name in keyof Figures]?: number | undefined };

/** A reader for one answer. Where several sources tell, the more exact wins: `timings`, usage, Ollama's counts, the progress. */
export function createFigureReader(): FigureReader {
  let usage: z.infer<typeof Usage> = {};
  let timings: z.infer<typeof Timings> = {};
  let counts: z.infer<typeof OllamaCounts> = {};
  let progress: z.infer<typeof Progress> = {};
  return {
    read(value) {
      const { success, data } = Value.safeParse(value);
      if (!success) return;
      const { prompt_progress, message, response, ...top } = data;
      for (const holder of [top, message, response]) {
        usage = { ...usage, ...present(holder?.usage) };
        timings = { ...timings, ...present(holder?.timings) };
      }
      counts = { ...counts, ...present(top) };
      progress = { ...progress, ...present(prompt_progress) };
    },
    figures: () => combine([fromTimings(timings), fromUsage(usage), fromOllama(counts), fromProgress(progress)]),
  };
}

function present<T extends object>(fields: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** llama.cpp's own measurement of the request; builds before September 2025 have no `cache_n`. */
function fromTimings({ cache_n, prompt_n, predicted_n }: z.infer<typeof Timings>): Told {
  return { sent: sum(cache_n, prompt_n), cached: cache_n, evaluated: prompt_n, generated: predicted_n };
}

/** Anthropic's `input_tokens` are those that are neither read from the cache nor written to it; OpenAI's are all. */
function fromUsage(usage: z.infer<typeof Usage>): Told {
  const { input_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  const sent = usage.prompt_tokens ?? sum(input_tokens, (read ?? 0) + (written ?? 0));
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.input_tokens_details?.cached_tokens ?? read;
  const generated = usage.completion_tokens ?? usage.output_tokens;
  return { sent, cached, evaluated: difference(sent, cached), generated };
}

/**
 * Ollama's `prompt_eval_count` is the whole prompt, its cached part included (pull requests 5371 and 16428 of
 * ollama/ollama). Before July 2024, and in the first builds of 0.30, it was the evaluated part, and absent where that was none.
 */
function fromOllama(counts: z.infer<typeof OllamaCounts>): Told {
  const { prompt_eval_count: sent, prompt_eval_cached_count: cached, eval_count: generated } = counts;
  return { sent, cached, evaluated: difference(sent, cached), generated };
}

/** All that is known of an answer of llama.cpp that was cut; `processed` counts the cached tokens too. */
function fromProgress({ total, cache, processed }: z.infer<typeof Progress>): Told {
  return { sent: total, cached: cache, evaluated: difference(processed, cache) };
}

function combine(sources: readonly Told[]): Figures {
  const first = (name: keyof Told) => sources.find((source) => source[name] !== undefined)?.[name];
  const sent = first("sent");
  const evaluated = first("evaluated") ?? difference(sent, first("cached"));
  const cached = first("cached") ?? difference(sent, evaluated);
  return {
    sent: sent ?? null,
    cached: cached ?? null,
    evaluated: evaluated ?? null,
    generated: first("generated") ?? null,
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** Undefined also where it would be negative: then one of the two is nonsense. */
function difference(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined || part > whole ? undefined : whole - part;
}
