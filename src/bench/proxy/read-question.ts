import * as z from "zod/mini";
import { orAbsent } from "./or-absent.ts";
import { parseJson } from "./parse-json.ts";
import { type Piece, readPieces, toJsonText } from "./read-pieces.ts";

/** A message as the model gets it. `json` is the whole of it: two messages are the same where it is. */
export type Message = {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly json: string;
  readonly pieces: readonly Piece[];
};

/** What a request asks the model. */
export type Question = {
  readonly messages: readonly Message[];
  /** The prompt is one text, without messages. */
  readonly isPlainPrompt: boolean;
  /** Length of all messages and tools as JSON. */
  readonly characters: number;
};

const list = orAbsent(z.array(z.unknown()));
const anything = z.optional(z.unknown());
const Body = z.object({
  messages: list,
  input: orAbsent(z.union([z.string(), z.array(z.unknown())])),
  prompt: orAbsent(z.string()),
  system: anything,
  instructions: anything,
  tools: list,
});
const Kind = z.object({ role: orAbsent(z.string()), type: orAbsent(z.string()) });

/** Reads the body of a request of OpenAI's chat, completions or responses, of Ollama, llama.cpp or Anthropic; undefined where it is none. */
export function readQuestion(body: string): Question | undefined {
  const { success, data } = Body.safeParse(parseJson(body));
  if (!success) return undefined;
  const { system = data.instructions, tools } = data;
  const plain = data.prompt ?? (typeof data.input === "string" ? data.input : undefined);
  const listed = data.messages ?? (Array.isArray(data.input) ? data.input : []);
  const first = system === undefined || system === null ? [] : [{ role: "system", content: system }];
  const last = plain === undefined ? [] : [{ role: "user", content: plain }];
  const messages = [...first, ...listed, ...last].map(toMessage);
  return {
    messages,
    isPlainPrompt: plain !== undefined,
    characters: messages.reduce((sum, { json }) => sum + json.length, toJsonText(tools).length),
  };
}

function toMessage(message: unknown): Message {
  return { role: roleOf(message), json: toJsonText(message), pieces: readPieces(message) };
}

function roleOf(message: unknown): Message["role"] {
  const { role, type } = Kind.safeParse(message).data ?? {};
  switch (role ?? type) {
    case "system":
    case "developer":
      return "system";
    case "assistant":
    case "function_call":
    case "reasoning":
      return "assistant";
    case "tool":
    case "function":
    case "function_call_output":
      return "tool";
    default:
      return "user";
  }
}
