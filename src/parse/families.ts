import type { Dialect } from "./dialects/dialect.ts";
import { dialects } from "./dialects/index.ts";

/** Forms of calls that the models of a family were trained on, the likeliest first, by dialect. `pattern` fits a model's or a chat template's name. */
export type Family = { readonly pattern: RegExp; readonly forms: readonly string[] };

const HERMES = ["hermes-python", "hermes", "fenced-json", "bare-json"];
const MISTRAL = ["mistral", "fenced-json", "bare-json"];

/** Special before general; the first row that fits counts. Forms of the chat templates, and what the models write besides. */
export const families: readonly Family[] = [
  { pattern: /firefunction/, forms: ["functools", "bare-json"] },
  { pattern: /functionary.*3[._]?2/, forms: ["functionary"] },
  { pattern: /functionary/, forms: ["qwen-xml", "llama-3"] },
  { pattern: /hermes/, forms: HERMES },
  { pattern: /deepseek.*(?:v3[._]?2|v[4-9])/, forms: ["dsml", "deepseek"] },
  { pattern: /deepseek/, forms: ["deepseek", "dsml", "fenced-json", "bare-json"] },
  { pattern: /qwen-?3.*coder|qwen-?3[._][5-9]/, forms: ["qwen-xml", ...HERMES] },
  { pattern: /qwen|qwq/, forms: [...HERMES, "qwen-xml"] },
  { pattern: /gemma-?4/, forms: ["gemma-4", "gemma-4-unmarked"] },
  { pattern: /gemma/, forms: ["gemma-3", "fenced-json", "pythonic", "bare-json"] },
  { pattern: /llama-?4|llama-?3[._]2/, forms: ["pythonic", "llama-3", "bare-json"] },
  { pattern: /llama-?3/, forms: ["llama-3", "bare-json", "pythonic", "qwen-xml"] },
  { pattern: /mistral|ministral|magistral|devstral|codestral/, forms: MISTRAL },
  { pattern: /phi-?[34]/, forms: ["functools", "granite", "fenced-json", "bare-json"] },
  { pattern: /gpt-?oss|harmony/, forms: ["harmony", "harmony-unmarked"] },
  { pattern: /muse/, forms: ["atem", "harmony"] },
  { pattern: /glm/, forms: ["glm", ...HERMES] },
  { pattern: /granite.*3/, forms: ["granite", ...HERMES] },
  { pattern: /granite|smollm|mimo|reka/, forms: HERMES },
  { pattern: /lfm-?2/, forms: ["lfm2", "pythonic"] },
  { pattern: /kimi.*k-?3/, forms: ["kimi-k3", "kimi-k2"] },
  { pattern: /kimi|moonshot/, forms: ["kimi-k2"] },
  { pattern: /minimax.*m-?3/, forms: ["minimax-m3", "invoke"] },
  { pattern: /minimax/, forms: ["invoke", "minimax-m3"] },
  { pattern: /nemotron.*v2/, forms: ["nemotron", ...HERMES] },
  { pattern: /nemotron/, forms: ["qwen-xml", "nemotron", ...HERMES] },
  { pattern: /stepfun|step-?3/, forms: ["qwen-xml"] },
  { pattern: /seed/, forms: ["seed-oss", "qwen-xml"] },
  { pattern: /cohere|command|north|c4ai/, forms: ["cohere", "fenced-json"] },
  { pattern: /minicpm/, forms: ["minicpm", "qwen-xml", "fenced-json"] },
  { pattern: /gigachat/, forms: ["gigachat", "bare-json"] },
  { pattern: /apertus/, forms: ["apertus"] },
  { pattern: /apriel/, forms: ["apriel", "bare-json"] },
];

/**
 * The dialects in the order in which a model's replies are tried: those of its family first, then all others, since small
 * models also write the forms of other families. A name that no row fits (`auto`) leaves the list as it is.
 */
export function dialectsFor(name: string): readonly Dialect[] {
  const forms = families.find(({ pattern }) => pattern.test(name.toLowerCase()))?.forms ?? [];
  const own = forms.flatMap((form) => dialects.filter((dialect) => dialect.name === form));
  return [...own, ...dialects.filter((dialect) => !own.includes(dialect))];
}
