/** How a family of models writes its thinking into its text. */
export type ThinkingForm = {
  readonly opens: readonly string[];
  /**
   * Where an opening mark counts: as the first thing on a `line`; as the first thing of the reply or of a part of it
   * (`start`); `anywhere`, for a template's control tokens, which nobody writes by accident.
   */
  readonly at: "line" | "start" | "anywhere";
  /** What must follow an opening mark that is an ordinary word. */
  readonly next?: RegExp;
  /** The opening mark is the thought's first line. */
  readonly keepsOpening?: true;
  /** Marks that end it. */
  readonly closes: readonly string[];
  /** Marks that end it too, but belong to what follows. */
  readonly before?: readonly string[];
  /** The closing marks also end what is no thinking: one that nothing opened says nothing. */
  readonly closesMore?: true;
};

/** THE list of forms of thinking in text; each row names whose it is. */
export const thinkingForms: readonly ThinkingForm[] = [
  // Qwen3, QwQ, DeepSeek, GLM, Granite 3.3, Nemotron, StepFun, Reka, LFM2.5, MiniMax M2, MiniCPM, Kimi K2, SmolLM3.
  { opens: ["<think>", "<thinking>", "<thought>"], closes: ["</think>", "</thinking>", "</thought>"], at: "line" },
  // Magistral, Ministral.
  { opens: ["[THINK]"], closes: ["[/THINK]"], at: "line" },
  // Cohere.
  {
    opens: ["<|START_THINKING|>"],
    closes: ["<|END_THINKING|>"],
    before: ["<|START_ACTION|>", "<|START_RESPONSE|>", "<|START_TEXT|>"],
    at: "anywhere",
  },
  // Seed-OSS.
  { opens: ["<seed:think>"], closes: ["</seed:think>"], at: "line" },
  // MiniMax M3.
  { opens: ["<mm:think>"], closes: ["</mm:think>"], at: "line" },
  // Kimi K3.
  {
    opens: ["<|open|>think<|sep|>"],
    closes: ["<|close|>think<|sep|>"],
    before: ["<|open|>response<|sep|>", "<|open|>tools<|sep|>", "<|close|>message<|sep|>"],
    at: "anywhere",
  },
  // Apertus.
  { opens: ["<|inner_prefix|>"], closes: ["<|inner_suffix|>"], at: "anywhere" },
  // MiniCPM3.
  { opens: ["<|thought_start|>"], closes: ["<|thought_end|>"], at: "anywhere" },
  // Gemma 4.
  { opens: ["<|channel>thought"], closes: ["<channel|>"], at: "anywhere" },
  // Apriel.
  { opens: ["Here are my reasoning steps:"], closes: ["[BEGIN FINAL RESPONSE]"], at: "start", keepsOpening: true },
  // gpt-oss (harmony).
  {
    opens: ["<|channel|>analysis<|message|>"],
    closes: ["<|end|>", "<|return|>"],
    before: ["<|start|>", "<|channel|>"],
    at: "anywhere",
    closesMore: true,
  },
  // gpt-oss, behind a server that swallows the control tokens.
  {
    opens: ["analysis"],
    next: /\p{Lu}/u,
    closes: ["assistantfinal"],
    before: ["assistantcommentary to="],
    at: "start",
    closesMore: true,
  },
  // Muse: a message to itself.
  {
    opens: ["to=self<|message|>"],
    closes: ["<|eom|>"],
    before: ["<|start|>", "<|eot|>"],
    at: "start",
    closesMore: true,
  },
];
