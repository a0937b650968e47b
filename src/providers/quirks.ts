import type { Json } from "../types.ts";

/** A kind of model server, known by the shape of its JSON. */
export type ServerKind = "llama.cpp" | "ollama" | "lm-studio" | "vllm" | "koboldcpp" | "generic";

type Fields = { readonly [name: string]: Json };

/** How a server is told about thinking. What it does not know is left to the watch on the stream. */
export type ThinkingQuirk = {
  /** It hands `chat_template_kwargs` to the chat template. */
  readonly variables: boolean;
  /** It knows `reasoning_effort`: "none" as well, or only for models that have levels. */
  readonly effort: "with-none" | "levels" | null;
  /** Fields that take a thought's budget in tokens. */
  readonly budgets: readonly string[];
  /** Field in which a message gives its thought back to the template. */
  readonly field: "reasoning_content" | "reasoning" | null;
  /** `POST /v1/chat/completions/control` ends a thought in flight; fields that allow it. */
  readonly control: Fields | null;
  /** Fields of a continuation of a reply that so far is only a thought: close it and go on. */
  readonly closeThought: Fields;
};

/** How one kind of server differs from the others, as data. */
export type Quirk = {
  readonly kind: ServerKind;
  /** The server's name for people. */
  readonly name: string;
  /** Fields sent with every question. */
  readonly body: Fields;
  readonly thinking: ThinkingQuirk;
  /** Samplers beyond OpenAI's by their names in settings; strict servers refuse a field they do not know. */
  readonly samplers: { readonly [setting in "topK" | "minP" | "repeatPenalty"]?: string };
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
  thinking: { variables: false, effort: "levels", budgets: [], field: null, control: null, closeThought: {} },
  samplers: {},
  continues: false,
  tokenizes: false,
  truncates: true,
  enlarge: "restart the server with a larger context window",
};

/**
 * One row a kind of server; the last fits all others. llama.cpp by its own README and source and by trying: newer builds
 * read `reasoning_budget_tokens`, older ones `thinking_budget_tokens`, and builds that know neither pass over both; the
 * control path and `continue_final_message` are read off build b11549. Ollama: at /v1 only `reasoning_effort` counts, and
 * "none" is off (ollama/ollama#14820). vLLM: its page on reasoning outputs; a budget needs a flag at its start, so none is
 * sent. LM Studio and KoboldCpp: not checked.
 */
export const quirks: readonly [Quirk, ...Quirk[]] = [
  {
    kind: "llama.cpp",
    name: "llama.cpp",
    body: { cache_prompt: true, return_progress: true },
    thinking: {
      variables: true,
      effort: "levels",
      budgets: ["reasoning_budget_tokens", "thinking_budget_tokens"],
      field: "reasoning_content",
      control: { reasoning_control: true },
      closeThought: { continue_final_message: "content", add_generation_prompt: false },
    },
    samplers: { topK: "top_k", minP: "min_p", repeatPenalty: "repeat_penalty" },
    continues: true,
    tokenizes: true,
    truncates: false,
    enlarge: "llama-server -m MODEL.gguf -c 16384",
  },
  {
    ...generic,
    kind: "ollama",
    name: "Ollama",
    thinking: { ...generic.thinking, effort: "with-none", field: "reasoning" },
    enlarge: "OLLAMA_CONTEXT_LENGTH=16384 ollama serve",
  },
  { ...generic, kind: "lm-studio", name: "LM Studio", enlarge: "lms load MODEL --context-length 16384" },
  {
    ...generic,
    kind: "vllm",
    name: "vLLM",
    thinking: { ...generic.thinking, variables: true, field: "reasoning" },
    samplers: { topK: "top_k", minP: "min_p", repeatPenalty: "repetition_penalty" },
    truncates: false,
    enlarge: "vllm serve MODEL --max-model-len 16384",
  },
  { ...generic, kind: "koboldcpp", name: "KoboldCpp", enlarge: "koboldcpp --model MODEL.gguf --contextsize 16384" },
  generic,
];

/** The row of a kind of server. */
export function quirkOf(kind: ServerKind): Quirk {
  return quirks.find((quirk) => quirk.kind === kind) ?? generic;
}
