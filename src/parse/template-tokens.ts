/** What opens a reply in a chat template; all up to the last of these in a prompt is not the reply's own. */
const ROLE_HEADERS: readonly RegExp[] = [
  // ChatML of Qwen, Hermes, LFM2, StepFun, SmolLM, Phi-4 and many others.
  /<\|im_start\|>assistant(?:<\|im_sep\|>)?/g,
  // Kimi.
  /<\|im_assistant\|>assistant<\|im_middle\|>/g,
  /<\|open\|>message role="assistant"<\|sep\|>/g,
  // Llama 3, Functionary; Granite.
  /<\|start_header_id\|>assistant<\|end_header_id\|>/g,
  /<\|start_of_role\|>assistant<\|end_of_role\|>/g,
  // GigaChat.
  /assistant<\|role_sep\|>/g,
  // Gemma.
  /<(?:start_of_turn|\|turn)>model/g,
  // Nemotron Nano v2, MiniMax, Seed-OSS, Reka.
  /<SPECIAL_11>Assistant/g,
  /\]~b\]ai/g,
  /<seed:bos>assistant/g,
  /(?:^|\s)assistant:/g,
  // DeepSeek, GLM, Phi-3, Apertus, Apriel.
  /<[|｜](?:begin_)?assistant(?:_start)?[|｜]>/gi,
  // Cohere.
  /<\|CHATBOT_TOKEN\|>/g,
  // gpt-oss, Muse.
  /<\|start\|>assistant/g,
  // Mistral, Llama 2.
  /\[\/INST\]/g,
];

/** A mark that opens a part of the reply; `until` ends what may stand between, `before` is what must follow. */
export type FrameOpener = EndToken & { readonly until?: string; readonly before?: string };

/** A mark that ends a reply or a part of it. `afterThought`: it is no token, so it counts only in a reply with thinking. */
export type EndToken = { readonly mark: string; readonly afterThought?: true };

/** Marks that open the answer itself where a template divides a reply into parts. */
export const FRAME_OPENERS: readonly FrameOpener[] = [
  // Cohere.
  { mark: "<|START_RESPONSE|>" },
  { mark: "<|START_TEXT|>" },
  { mark: "<|CHATBOT_TOKEN|>" },
  // Kimi K3.
  { mark: "<|open|>response<|sep|>" },
  // gpt-oss, Muse.
  { mark: "<|start|>assistant" },
  { mark: "<|channel|>", until: "<|message|>" },
  { mark: "<|message|>" },
  { mark: "to=", until: "<|message|>" },
  // Granite 3.3.
  { mark: "<response>", afterThought: true },
  // Command R+, whose calls are blocks.
  { mark: "Action:\n", before: "```" },
  // Functionary 3.2.
  { mark: ">>>all\n" },
];

/** Marks that end a reply or a part of it, and that a server should have swallowed. */
export const END_TOKENS: readonly EndToken[] = [
  { mark: "</response>", afterThought: true },
  ...[
    "<|im_end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|eot|>",
    "<|eom|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "</s>",
    "[/INST]",
    "<eos>",
    "<end_of_turn>",
    "<turn|>",
    "<|END_RESPONSE|>",
    "<|END_TEXT|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|close|>response<|sep|>",
    "<|close|>message<|sep|>",
    "<|end_of_role|>",
    "<|assistant_end|>",
    "<|user|>",
    "<|observation|>",
    "<｜end▁of▁sentence｜>",
    "<seed:eos>",
    "<SPECIAL_12>",
    "<|message_sep|>",
    "[e~[",
    "<|tool_response>",
    "[END FINAL RESPONSE]",
  ].map((mark) => ({ mark })),
];

/** Marks and labels that open what only others say: a model that writes them plays a whole conversation, and its calls there are part of the play. */
export const SPEAKER_TAGS: readonly string[] = [
  "<tool_response>",
  "<|im_start|>",
  "<|start_header_id|>",
  "<|start_of_role|>",
  "<start_of_turn>",
  "<|turn>",
  "<|start|>user",
  "[TOOL_RESULTS]",
  "[INST]",
];
export const SPEAKER_LABELS: readonly string[] = ["User:", "Human:"];

/** The reply's own beginning that a chat template put in front: an opened thought, the first words. */
export function beginningIn(prompt: string): string {
  const ends = ROLE_HEADERS.flatMap((header) =>
    [...prompt.matchAll(header)].map((found) => found.index + found[0].length),
  );
  return prompt.slice(Math.max(0, ...ends)).trimStart();
}
