import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import type { ProviderError, Request } from "../../../types.ts";
import type { LlamaModel, LlamaModule, LlamaSequence, Token } from "./llama-api.ts";
import { largestSlice } from "./read-prompt.ts";
import { createPromptRenderer } from "./render-prompt.ts";

/** A model in memory with its one sequence. */
export type LoadedModel = {
  readonly model: LlamaModel;
  readonly sequence: LlamaSequence;
  /** Tokens. */
  readonly window: number;
  /** The chat template shows tools. */
  readonly tools: boolean;
  /** The request's tokens as the model is to read them; an error where its template refuses the request. */
  tokenizeRequest(request: Request): Token[] | ProviderError;
};

/** Loads engine and model; `onProgress` hears shares from 0 to 1. Throws what the engine throws. */
export async function loadModel(
  options: { readonly entry: string; readonly modelFile: string; readonly window: number },
  onProgress: (share: number) => void,
): Promise<LoadedModel> {
  const { getLlama }: LlamaModule = await import(pathToFileURL(options.entry).href);
  const gpu = process.platform === "darwin" && process.arch === "arm64" ? "metal" : false;
  const llama = await getLlama({ build: "never", gpu, progressLogs: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: options.modelFile, onLoadProgress: onProgress });
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (!template) throw new Error("the model file has no chat template");
  const window = Math.min(options.window, model.trainContextSize);
  // The engine's own default is at least four threads, which is slower than the two of a machine with two cores.
  const threads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism()));
  const context = await model.createContext({ contextSize: window, batchSize: largestSlice, threads });
  const { bosString, eosString } = model.tokens;
  const { render, tools } = createPromptRenderer(template, bosString ?? "", eosString ?? "");
  return {
    model,
    sequence: context.getSequence(),
    window: Math.min(window, context.contextSize),
    tools,
    tokenizeRequest(request) {
      try {
        return tokenize(model, render(request));
      } catch (error) {
        return refusedByTemplate(error);
      }
    },
  };
}

/** Templates that write the beginning-of-sequence token themselves must not get a second one. */
function tokenize(model: LlamaModel, text: string): Token[] {
  const tokens = model.tokenize(text, true);
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

function refusedByTemplate(error: unknown): ProviderError {
  return {
    kind: "server",
    message: `The model's chat template refused the request: ${error instanceof Error ? error.message : String(error)}.`,
    hint: "whippet --model qwen2.5-coder-1.5b",
    retryable: false,
  };
}
