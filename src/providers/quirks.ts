import type { Json } from "../types.ts";

/** A kind of model server, known by the shape of its JSON. */
export type ServerKind = "llama.cpp" | "ollama" | "lm-studio" | "vllm" | "koboldcpp" | "generic";

type Fields = { readonly [name: string]: Json };

/** How one kind of server differs from the others, as data. */
export type Quirk = {
  readonly kind: ServerKind;
  /** The server's name for people. */
  readonly name: string;
  /** Fields sent with every question. */
  readonly body: Fields;
  /** Fields that switch thinking off. */
  readonly thinkingOff: Fields;
  /** Samplers beyond OpenAI's; strict servers refuse a field they do not know. */
  readonly samplers: readonly ("top_k" | "min_p" | "repeat_penalty")[];
  /** An assistant message at the end is gone on with. */
  readonly continues: boolean;
  /** `POST /apply-template` and `POST /tokenize` exist: prompts can be counted exactly. */
  readonly tokenizes: boolean;
  /** Drops the beginning of a long prompt without a word. */
  readonly truncates: boolean;
  /** How a person gives this server a larger window. */
  readonly enlarge: string;
};

const generic: Quirk = {
  kind: "generic",
  name: "OpenAI-compatible server",
  body: {},
  thinkingOff: {},
  samplers: [],
  continues: false,
  tokenizes: false,
  truncates: true,
  enlarge: "restart the server with a larger context window",
};

/** One row a kind of server; the last fits all others. llama.cpp by its own README and by trying; the rest waits for adapters. */
export const quirks: readonly [Quirk, ...Quirk[]] = [
  {
    kind: "llama.cpp",
    name: "llama.cpp",
    body: { cache_prompt: true, return_progress: true },
    thinkingOff: { chat_template_kwargs: { enable_thinking: false } },
    samplers: ["top_k", "min_p", "repeat_penalty"],
    continues: true,
    tokenizes: true,
    truncates: false,
    enlarge: "llama-server -m MODEL.gguf -c 16384",
  },
  { ...generic, kind: "ollama", name: "Ollama", enlarge: "OLLAMA_CONTEXT_LENGTH=16384 ollama serve" },
  { ...generic, kind: "lm-studio", name: "LM Studio", enlarge: "lms load MODEL --context-length 16384" },
  { ...generic, kind: "vllm", name: "vLLM", truncates: false, enlarge: "vllm serve MODEL --max-model-len 16384" },
  { ...generic, kind: "koboldcpp", name: "KoboldCpp", enlarge: "koboldcpp --model MODEL.gguf --contextsize 16384" },
  generic,
];

/** The row of a kind of server. */
export function quirkOf(kind: ServerKind): Quirk {
  return quirks.find((quirk) => quirk.kind === kind) ?? generic;
}
