import type { ProviderError, ProviderErrorKind } from "../types.ts";
import type { Quirk } from "./quirks.ts";
import { parseJson } from "./request-json.ts";

/** One thing that servers say in an error. `wording` fits `says`, each a real sentence; the first row that fits counts. */
export type ErrorRow = {
  readonly kind: ProviderErrorKind;
  readonly says: readonly string[];
  readonly wording: RegExp;
  /** What it means for a person. */
  readonly message: string;
  /** The next command; absent: how to give the server a larger window. */
  readonly hint?: string;
};

/** Sentences from llama.cpp, Ollama, LM Studio, vLLM and OpenAI, from their sources, public issues and trying. */
export const errorTable: readonly ErrorRow[] = [
  {
    kind: "overflow",
    says: [
      "request (9023 tokens) exceeds the available context size (8192 tokens), try increasing it",
      "the request exceeds the available context size. try increasing the context size or enable context shift",
      "Context size has been exceeded.",
      "the prompt is longer than the context length currently available to the model; shorten the prompt, or load it with more",
      "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.",
      "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.",
      "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion). Please reduce the length of the messages or completion.",
    ],
    wording:
      /exceeds? the available context size|context size has been exceeded|longer than the context length|context the overflows|greater than the context length|maximum context length is|exceed_context_size_error|context_length_exceeded/i,
    message: "The request does not fit into the model's window.",
  },
  {
    kind: "parse",
    says: [
      'Failed to parse input at pos 1360: <tool_call> <function=write> <parameter=content> {"a": 1',
      "The model produced output that does not match the expected peg-native format",
      "Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1, column 12",
      "Invalid diff: now finding less tool calls!",
      "Tool call mismatch: prev='read' new='write'",
      "XML syntax error on line 7: expected element name after <",
      "expected element type <function> but have <parameter>",
      'error parsing tool call: raw=\'{"path":"src/pipe.py","content":"..."]}\', err=invalid character \']\' after object key:value pair',
      "failed to parse JSON: unexpected end of JSON input",
    ],
    wording:
      /failed to parse input at pos \d+|model produced output that does not match|failed to parse tool call arguments|invalid diff: now finding less tool calls|tool call mismatch: prev=|XML syntax error on line|expected element type <|error parsing tool call: raw=|failed to parse JSON: /i,
    message: "The server could not read the tool call that the model wrote.",
    hint: "whippet doctor",
  },
  {
    kind: "no-tools",
    says: [
      "registry.ollama.ai/library/gemma:2b does not support tools",
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      "tools param requires --jinja flag",
    ],
    wording: /does not support tools|tool choice requires --enable|tools param requires/i,
    message: "The server shows this model no tools.",
    hint: "whippet doctor",
  },
  {
    kind: "unknown-model",
    says: [
      'model "qwen9:1b" not found, try pulling it first',
      "model 'qwen2.5:7b' not found",
      'Invalid model identifier "o4-mini". Please specify a valid downloaded model (e.g., qwen3-8b).',
      'Model "local model" not found. Please specify a valid model.',
      "The model `Qwen/Qwen9` does not exist.",
      "The model `llama3.1-405b` does not exist or you do not have access to it.",
      "No models loaded. Please load a model in the developer page or use the 'lms load' command.",
    ],
    wording: /\bmodel\b.{0,200}(not found|does not exist)|invalid model identifier|no models loaded|model_not_found/i,
    message: "The server does not have this model.",
    hint: "whippet doctor",
  },
  {
    kind: "server",
    says: [
      "System message must be at the beginning.",
      "After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",
      "No user query found in messages.",
      "Assistant response prefill is incompatible with enable_thinking.",
      "Error rendering prompt with jinja template: Unknown test: sequence",
      "Failed to initialize samplers: failed to parse grammar",
    ],
    wording:
      /system message must|roles must alternate|no user query|prefill is incompatible|jinja|failed to parse grammar/i,
    message: "The server refuses the request in this form.",
    hint: "whippet doctor",
  },
];

/** How servers quote what the model wrote: llama.cpp from the place where it gave up, Ollama a call's arguments. */
const QUOTATIONS = [/failed to parse input at pos \d+: ?([\s\S]+)/i, /error parsing tool call: raw='([\s\S]*)', err=/i];

/** A server's answer that is an error: `text` is the body, `status` 200 for an error inside a stream. */
export type ErrorAnswer = { readonly status: number; readonly text: string; readonly location?: string | undefined };

/**
 * An answer as an error, recognised by the table, else by its status. `quirk` gives the hint for a window that is too
 * small, `shown` is the address to name. The model's own text is kept where the server quotes it (llama.cpp).
 */
export function toProviderError(answer: ErrorAnswer, quirk: Quirk, shown: string): ProviderError {
  const said = saidIn(answer.text);
  const row = said === undefined ? undefined : errorTable.find(({ wording }) => wording.test(answer.text));
  if (said === undefined || !row) return byStatus(answer, said, shown);
  const quoted = QUOTATIONS.map((pattern) => pattern.exec(said)?.[1]).find((text) => text !== undefined);
  return {
    kind: row.kind,
    message: `${row.message} It says: ${excerpt(said)}`,
    hint: row.hint ?? quirk.enlarge,
    retryable: false,
    ...(row.kind === "parse" && quoted !== undefined ? { modelText: quoted } : {}),
  };
}

function byStatus({ status, location }: ErrorAnswer, said: string | undefined, shown: string): ProviderError {
  const because = said ? ` It says: ${excerpt(said)}` : "";
  if (status >= 300 && status < 400) {
    const target = location ?? "another address";
    return notAModelServer(
      `${shown} sends its visitors to ${target}; a key is never sent on.`,
      `whippet --base-url ${target}`,
    );
  }
  if (status === 200 && said !== undefined) {
    return {
      kind: "server",
      message: `The server at ${shown} failed while it answered.${because}`,
      hint: "whippet doctor",
      retryable: true,
    };
  }
  if (status === 401 || status === 403) {
    const message = `The server at ${shown} refuses access (${status}).${because}`;
    return { kind: "server", message, hint: "export WHIPPET_API_KEY=KEY", retryable: false };
  }
  if (status === 429 || status >= 500) {
    return {
      kind: "server",
      message: `The server at ${shown} failed (${status}).${because}`,
      hint: "whippet doctor",
      retryable: true,
    };
  }
  if (said === undefined || status === 404 || status === 405) {
    return notAModelServer(`What answers at ${shown} is no model server (${status}, no reply of a model).${because}`);
  }
  return {
    kind: "server",
    message: `The server at ${shown} refuses the request (${status}).${because}`,
    hint: "whippet doctor",
    retryable: false,
  };
}

/** An error for an address where something else than a model server answers. */
export function notAModelServer(message: string, hint = "whippet --base-url http://127.0.0.1:8080"): ProviderError {
  return { kind: "not-a-model-server", message, hint, retryable: false };
}

/** What a server says in an error's body: `{error: {message}}`, `{error}`, `{message}`, `{detail}` or plain text; undefined for pages and nothing. */
function saidIn(text: string): string | undefined {
  const json = parseJson(text);
  if (typeof json !== "object" || json === null) return /^\s*(<|$)/.test(text) ? undefined : text;
  const { error, message, detail } = json as Record<string, unknown>;
  const inner = typeof error === "object" && error !== null ? (error as Record<string, unknown>)["message"] : error;
  return [inner, message, detail].find((value) => typeof value === "string") ?? text;
}

/** At most 300 characters on one line. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
