import * as z from "zod/mini";
import type { StreamEvent, Usage } from "../types.ts";
import { createCallNumbering } from "./number-calls.ts";

/** A field of another type than expected counts as absent: servers send `null`, and worse, where nothing is meant. */
const orAbsent = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const text = orAbsent(z.string());
const count = orAbsent(z.number());

const CallDelta = z.object({
  index: count,
  id: text,
  function: orAbsent(z.object({ name: text, arguments: z.optional(z.unknown()) })),
});
const Message = z.object({
  content: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: orAbsent(z.array(CallDelta)),
});
const Chunk = z.object({
  id: text,
  error: z.optional(z.unknown()),
  choices: orAbsent(z.array(z.object({ delta: orAbsent(Message), message: orAbsent(Message), finish_reason: text }))),
  prompt_progress: orAbsent(z.object({ total: z.number(), cache: z.number(), processed: z.number() })),
  usage: orAbsent(
    z.object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: orAbsent(z.object({ cached_tokens: count })),
    }),
  ),
  timings: orAbsent(
    z.object({ cache_n: count, prompt_n: count, prompt_ms: count, predicted_n: count, predicted_ms: count }),
  ),
});
type Chunk = z.infer<typeof Chunk>;

/** Reads the chunks of one reply, or one whole reply where a server does not stream. */
export type ChunkReader = {
  /** The chunk's events and the reply's own id, or the `error` that it carries; undefined for JSON that is no chunk. */
  read(
    json: unknown,
  ): { readonly events: readonly StreamEvent[]; readonly id?: string; readonly error?: unknown } | undefined;
  /** Why the reply ended; undefined while no chunk said so. `load`: Ollama only loaded the model. */
  finish(): "stop" | "length" | "load" | undefined;
  /** What the chunks told of tokens and times; zeros where they told nothing. */
  usage(): Usage;
};

/** A reader for one reply. */
export function createChunkReader(): ChunkReader {
  const calls = createCallNumbering();
  let finish: "stop" | "length" | "load" | undefined;
  let usage: Chunk["usage"];
  let timings: Chunk["timings"];
  return {
    read(json) {
      const { success, data } = Chunk.safeParse(json);
      if (!success) return undefined;
      if (data.error !== undefined && data.error !== null) return { events: [], error: data.error };
      usage = data.usage ?? usage;
      timings = data.timings ?? timings;
      const choice = data.choices?.[0];
      if (choice?.finish_reason) finish = toFinish(choice.finish_reason);
      const events = [...progress(data), ...written(choice?.delta ?? choice?.message, calls)];
      return { events, ...(data.id === undefined ? {} : { id: data.id }) };
    },
    finish: () => finish,
    usage: () => toUsage(usage, timings),
  };
}

function toFinish(reason: string): "stop" | "length" | "load" {
  return reason === "length" || reason === "load" ? reason : "stop";
}

/** llama.cpp counts cached tokens as processed; what is being waited for is the rest. */
function progress({ prompt_progress: told }: Chunk): StreamEvent[] {
  if (!told) return [];
  return [{ type: "waiting", for: "prompt", done: told.processed - told.cache, total: told.total - told.cache }];
}

function written(
  message: z.infer<typeof Message> | undefined,
  calls: ReturnType<typeof createCallNumbering>,
): StreamEvent[] {
  if (!message) return [];
  const thinking = message.reasoning_content || message.reasoning;
  return [
    ...(thinking ? [{ type: "thinking" as const, text: thinking }] : []),
    ...(message.content ? [{ type: "text" as const, text: message.content }] : []),
    ...(message.tool_calls ?? []).map((delta) => calls(toCallDelta(delta))),
  ];
}

function toCallDelta({ index, id, function: called }: z.infer<typeof CallDelta>) {
  const given = called?.arguments;
  const json = typeof given === "string" ? given : given && typeof given === "object" ? JSON.stringify(given) : "";
  return { index, id: id || undefined, name: called?.name || undefined, arguments: json };
}

function toUsage(usage: Chunk["usage"], timings: Chunk["timings"]): Usage {
  const cached = timings?.cache_n ?? usage?.prompt_tokens_details?.cached_tokens ?? null;
  const sent = usage?.prompt_tokens ?? (timings?.prompt_n ?? 0) + (cached ?? 0);
  return {
    sent,
    cached,
    evaluated: timings?.prompt_n ?? (cached === null ? null : sent - cached),
    generated: usage?.completion_tokens ?? timings?.predicted_n ?? 0,
    ...(timings?.prompt_ms === undefined ? {} : { promptMs: timings.prompt_ms }),
    ...(timings?.predicted_ms === undefined ? {} : { generateMs: timings.predicted_ms }),
  };
}
