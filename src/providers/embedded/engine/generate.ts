import type { ProviderError, Request, Settings, StreamEvent, Usage } from "../../../types.ts";
import type { SamplingOptions, Token } from "./llama-api.ts";
import type { LoadedModel } from "./load-model.ts";
import { readPrompt } from "./read-prompt.ts";
import { createTokenText } from "./token-text.ts";

/** llama.cpp's own `--repeat-last-n`. */
const punishedTokens = 64;

/** Answers one request, event by event; `end` or `error` is the last, and after an abort nothing more comes. Throws only where the engine itself failed. */
export async function generate(
  loaded: LoadedModel,
  request: Request,
  signal: AbortSignal,
  emit: (event: StreamEvent) => void,
): Promise<void> {
  const tokens = loaded.tokenizeRequest(request);
  if ("kind" in tokens) return emit({ type: "error", error: tokens });
  if (tokens.length >= loaded.window) return emit({ type: "error", error: overflow(tokens.length, loaded.window) });
  const started = performance.now();
  const cached = await readPrompt(loaded.sequence, tokens, signal, (done) =>
    emit({ type: "waiting", for: "prompt", done, total: tokens.length }),
  );
  if (signal.aborted) return;
  const read = performance.now();
  const { generated, finish } = await write(loaded, tokens, request.settings, signal, emit);
  if (signal.aborted) return;
  const usage: Usage = {
    sent: tokens.length,
    cached,
    evaluated: tokens.length - cached,
    generated,
    promptMs: Math.round(read - started),
    generateMs: Math.round(performance.now() - read),
  };
  emit({ type: "end", finish, usage });
}

async function write(
  loaded: LoadedModel,
  tokens: readonly Token[],
  settings: Settings,
  signal: AbortSignal,
  emit: (event: StreamEvent) => void,
): Promise<{ generated: number; finish: "stop" | "length" }> {
  const { model, sequence, window } = loaded;
  // The last position is kept free: at a full window the engine would drop the beginning of the text.
  const most = Math.min(settings.maxTokens ?? Number.POSITIVE_INFINITY, window - tokens.length);
  const text = createTokenText(model);
  const recent = tokens.slice(-punishedTokens);
  const say = (piece: string): void => {
    if (piece !== "") emit({ type: "text", text: piece });
  };
  let generated = 0;
  let finish: "stop" | "length" = "stop";
  for await (const token of sequence.evaluate(tokens.slice(-1), samplingOf(settings, recent))) {
    if (signal.aborted) break;
    generated++;
    recent.push(token);
    say(text.push(token));
    if (generated < most) continue;
    finish = "length";
    break;
  }
  say(text.flush());
  return { generated, finish };
}

/** What is not set is left to the engine: temperature 0, top-k 40, top-p 0.95. */
function samplingOf(settings: Settings, recent: readonly Token[]): SamplingOptions {
  const { temperature, topP, topK, minP, seed, repeatPenalty } = settings;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(minP === undefined ? {} : { minP }),
    ...(seed === undefined ? {} : { seed }),
    ...(repeatPenalty === undefined
      ? {}
      : { repeatPenalty: { penalty: repeatPenalty, punishTokens: () => recent.slice(-punishedTokens) } }),
  };
}

function overflow(tokens: number, window: number): ProviderError {
  return {
    kind: "overflow",
    message: `The request has ${tokens} tokens; the model's window is ${window}.`,
    hint: "Ask for less at once, or attach fewer and smaller files.",
    retryable: false,
  };
}
