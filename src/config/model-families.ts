import type { Settings, ThinkingSwitch } from "../types.ts";

type Sampling = Pick<Settings, "temperature" | "topP" | "topK" | "minP" | "repeatPenalty" | "presencePenalty">;

/** What is known of one family of models, as data. `pattern` fits the model's name without its folder; the first row that fits counts. */
export type ModelFamily = {
  readonly name: string;
  readonly pattern: RegExp;
  /** Sampling without thinking, and with it where it differs. What is left out is the server's default. */
  readonly sampling: Sampling;
  readonly thinkingSampling?: Sampling;
  /** Absent: it does not think. */
  readonly thinking?: ThinkingSwitch;
  /** Thoughts behind calls are sent back within a run (H3). */
  readonly keepsThinking?: true;
  /** The form in which it writes calls as text; see `prompt/call-forms`. */
  readonly callForm: string;
  /** Weights of names that do not tell them, most special first. */
  readonly weights?: readonly (readonly [pattern: RegExp, weights: number])[];
  /** Where the values come from. */
  readonly source: string;
};

const enableThinking: ThinkingSwitch = { variable: "enable_thinking" };
const thinkingOrWord: ThinkingSwitch = { variable: "enable_thinking", offWord: "/no_think" };
const qwenThinking: Sampling = { temperature: 0.6, topP: 0.95, topK: 20, minP: 0 };
const qwenPlain: Sampling = { temperature: 0.7, topP: 0.8, topK: 20, minP: 0 };

/** Special before general. A vendor's own value is taken where it could be read; "not checked" leaves the server's default. */
export const modelFamilies: readonly ModelFamily[] = [
  {
    name: "deepseek-r1",
    pattern: /deepseek-r1|r1-distill/,
    sampling: { temperature: 0.6, topP: 0.95 },
    thinking: {},
    callForm: "fenced-json",
    weights: [[/^deepseek-r1(?!.*\d[bm])/, 671e9]],
    source: "generation_config.json of deepseek-ai/DeepSeek-R1; always thinks by its card; tool template not checked",
  },
  {
    name: "deepseek",
    pattern: /deepseek/,
    sampling: {},
    thinking: { variable: "thinking" },
    keepsThinking: true,
    callForm: "fenced-json",
    weights: [
      [/coder.*lite/, 16e9],
      [/v[34]|^deepseek-chat/, 671e9],
    ],
    source: "switch: vLLM's list of reasoning models (DeepSeek-V3.1: thinking, off by default); sampling not checked",
  },
  {
    name: "qwen3-coder",
    pattern: /qwen3-coder/,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20, repeatPenalty: 1.05 },
    callForm: "qwen-xml",
    weights: [
      [/next/, 80e9],
      [/latest|coder$/, 30e9],
    ],
    source: "model card of Qwen/Qwen3-Coder-30B-A3B-Instruct, best practices",
  },
  {
    name: "qwen3.5",
    pattern: /qwen3\.[5-9]/,
    sampling: qwenPlain,
    thinkingSampling: qwenThinking,
    thinking: enableThinking,
    keepsThinking: true,
    callForm: "qwen-xml",
    source:
      "model cards of Qwen/Qwen3.5-27B and Qwen3.6-27B: thinking for precise coding (presence 0); without thinking, whose presence penalty of 1.5 is for talk and would punish code's own repetitions",
  },
  {
    name: "qwen3-thinking",
    pattern: /(?:qwen3.*thinking|qwq)/,
    sampling: qwenThinking,
    thinking: {},
    keepsThinking: true,
    callForm: "hermes",
    weights: [[/qwq/, 32e9]],
    source: "model card of Qwen/Qwen3-30B-A3B-Thinking-2507",
  },
  {
    name: "qwen3-instruct",
    pattern: /qwen3.*(?:instruct|2507)/,
    sampling: qwenPlain,
    callForm: "hermes",
    source: "model card of Qwen/Qwen3-30B-A3B-Instruct-2507: does not think",
  },
  {
    name: "qwen3",
    pattern: /qwen-?3/,
    sampling: qwenPlain,
    thinkingSampling: qwenThinking,
    thinking: thinkingOrWord,
    keepsThinking: true,
    callForm: "hermes",
    source: "model card of Qwen/Qwen3-32B; its template keeps the thoughts since the last question",
  },
  {
    name: "qwen2.5",
    pattern: /qwen-?2(?:\.5)?/,
    // Cooler than generation_config's 0.7 (top_p 0.8, top_k 20, repetition 1.05): tried on this project's own tasks.
    sampling: { temperature: 0.2, topP: 0.8, topK: 20, repeatPenalty: 1 },
    callForm: "hermes",
    source: "generation_config.json of Qwen/Qwen2.5-Coder-7B-Instruct, and measured here",
  },
  {
    name: "gemma4",
    pattern: /gemma-?4/,
    sampling: { temperature: 1, topP: 0.95, topK: 64 },
    thinking: enableThinking,
    callForm: "gemma-4",
    source: "generation_config.json of google/gemma-4-31B-it; switch: vLLM's list of reasoning models (off by default)",
  },
  {
    name: "gemma3",
    pattern: /gemma/,
    sampling: { temperature: 1, topP: 0.95, topK: 64, minP: 0 },
    callForm: "fenced-json",
    source: "the Gemma 3 team's advice as LM Studio's and Unsloth's model pages give it; its template knows no tools",
  },
  {
    name: "llama3",
    pattern: /llama-?[34]/,
    sampling: { temperature: 0.6, topP: 0.9 },
    callForm: "llama-3",
    weights: [
      [/llama3\.3/, 70e9],
      [/llama3\.2/, 3e9],
      [/llama3/, 8e9],
      [/scout/, 109e9],
    ],
    source: "generation_config.json of meta-llama/Llama-3.1-8B-Instruct; sizes: Ollama's `latest`",
  },
  {
    name: "magistral",
    pattern: /magistral/,
    sampling: {},
    thinking: {},
    callForm: "mistral",
    weights: [[/small/, 24e9]],
    source: "sampling not checked",
  },
  {
    name: "mistral-small",
    pattern: /mistral-?small/,
    sampling: { temperature: 0.15 },
    callForm: "mistral",
    weights: [
      [/small-?4/, 119e9],
      [/small/, 24e9],
    ],
    source: "model card of mistralai/Mistral-Small-3.2-24B-Instruct",
  },
  {
    name: "mistral",
    pattern: /mistral|devstral|ministral|codestral/,
    sampling: {},
    callForm: "mistral",
    weights: [
      [/devstral-2(?!.*\d+b)|devstral.*123/, 123e9],
      [/devstral/, 24e9],
      [/codestral/, 22e9],
      [/nemo/, 12e9],
      [/mistral$|mistral:latest/, 7e9],
    ],
    source: "sampling not checked",
  },
  {
    name: "phi4-reasoning",
    pattern: /phi-?4.*reasoning/,
    sampling: {},
    thinking: {},
    callForm: "fenced-json",
    weights: [
      [/mini/, 3.8e9],
      [/phi/, 14e9],
    ],
    source: "sampling not checked; always thinks",
  },
  {
    name: "phi4",
    pattern: /phi-?[34]/,
    sampling: {},
    callForm: "fenced-json",
    weights: [
      [/mini/, 3.8e9],
      [/phi-?4/, 14e9],
    ],
    source: "sampling not checked",
  },
  {
    name: "gpt-oss",
    pattern: /gpt-?oss/,
    sampling: { temperature: 1, topP: 1 },
    thinking: { effort: true },
    keepsThinking: true,
    callForm: "fenced-json",
    weights: [[/latest|oss$/, 20e9]],
    source: "README of openai/gpt-oss, recommended sampling; the harmony guide has the thoughts behind calls sent back",
  },
  {
    name: "glm",
    pattern: /glm-?[45]/,
    sampling: { temperature: 0.7, topP: 1, repeatPenalty: 1 },
    thinking: enableThinking,
    keepsThinking: true,
    callForm: "glm",
    weights: [
      [/flash/, 30e9],
      [/air/, 106e9],
      [/glm-?[45]\.\d|glm-?5/, 355e9],
    ],
    source: "Z.ai's values for tool calls with GLM-4.7-Flash, as Unsloth's guide gives them",
  },
  {
    name: "granite3",
    pattern: /granite-?3/,
    sampling: { temperature: 0.6, topK: 50, topP: 0.9, minP: 0.01, repeatPenalty: 1 },
    thinking: { variable: "thinking" },
    callForm: "fenced-json",
    source: "granite-3.3-8b-instruct's own demo; switch: vLLM's list of reasoning models (off by default)",
  },
  {
    name: "granite",
    pattern: /granite/,
    sampling: {},
    callForm: "hermes",
    weights: [
      [/h-small/, 32e9],
      [/tiny/, 7e9],
      [/micro/, 3e9],
      [/1b/, 1.6e9],
    ],
    source: "sampling not checked",
  },
  {
    name: "lfm2.5",
    pattern: /lfm-?2\.5/,
    sampling: { temperature: 0.1, topP: 0.1, topK: 50, repeatPenalty: 1.05 },
    callForm: "lfm2",
    source: "model card of LiquidAI/LFM2.5-1.2B-Instruct",
  },
  {
    name: "lfm2",
    pattern: /lfm-?2/,
    sampling: { temperature: 0.3, minP: 0.15, repeatPenalty: 1.05 },
    callForm: "lfm2",
    source: "model card of LiquidAI/LFM2-1.2B",
  },
  {
    name: "smollm3",
    pattern: /smollm-?3/,
    sampling: { temperature: 0.6, topP: 0.95 },
    thinking: thinkingOrWord,
    callForm: "hermes",
    weights: [[/smollm/, 3e9]],
    source: "model card of HuggingFaceTB/SmolLM3-3B",
  },
  {
    name: "smollm",
    pattern: /smollm/,
    sampling: {},
    callForm: "fenced-json",
    source: "sampling not checked; SmolLM2's template knows no tools",
  },
];
