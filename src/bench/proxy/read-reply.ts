import * as z from "zod/mini";
import { orAbsent } from "./or-absent.ts";
import { type Piece, readPieces, toJsonText } from "./read-pieces.ts";

/** Longest reply that is kept, in characters: far above what a model says, far below what hurts. */
const MAX_REPLY = 1_000_000;
/** So much a call counts beside its arguments, so that a flood of empty ones ends too. */
const CALL_COST = 100;

/** Takes the JSON values of one answer in their order, streamed or whole. */
export type ReplyReader = {
  read(value: unknown): void;
  /** What the model said so far, each text and each call in one piece. */
  pieces(): readonly Piece[];
  /** What the server called an error. */
  error(): string | undefined;
  /** The server said that this was all, though the connection may still be open. */
  isDone(): boolean;
};

const text = orAbsent(z.string());
const anything = z.optional(z.unknown());
const Value = z.object({
  type: text,
  done: orAbsent(z.boolean()),
  error: anything,
  choices: orAbsent(z.array(z.object({ delta: anything, message: anything, text }))),
  message: anything,
  /** A whole reply of Anthropic's; of llama.cpp's completion, a piece of text. */
  content: anything,
  /** Of Ollama's generate a text, in the last event of OpenAI's responses the reply. */
  response: orAbsent(z.union([z.string(), z.object({ output: anything })])),
  output: anything,
  thinking: text,
  index: orAbsent(z.number()),
  content_block: anything,
  delta: orAbsent(z.object({ text, thinking: text, partial_json: text })),
});
type Value = z.infer<typeof Value>;

const LAST_EVENTS: readonly (string | undefined)[] = ["message_stop", "response.completed"];

/** A reader for one answer of OpenAI's chat, completions or responses, of Ollama, llama.cpp or Anthropic. */
export function createReplyReader(): ReplyReader {
  const pieces: Piece[] = [];
  let length = 0;
  let error: string | undefined;
  let isDone = false;
  return {
    read(value) {
      const { success, data } = Value.safeParse(value);
      if (!success) return;
      if (data.done === true || LAST_EVENTS.includes(data.type)) isDone = true;
      error ??= readError(data.error);
      for (const piece of readValue(data)) {
        length += piece.kind === "call" ? CALL_COST + piece.json.length : piece.text.length;
        if (length <= MAX_REPLY) pieces.push(piece);
      }
    },
    pieces: () => join(pieces),
    error: () => error,
    isDone: () => isDone,
  };
}

function readValue(value: Value): readonly Piece[] {
  const { choices, message, content, response, thinking, index, content_block, delta } = value;
  if (choices) {
    const [choice] = choices;
    return readPieces(choice?.delta ?? choice?.message ?? { content: choice?.text });
  }
  if (content_block !== undefined) return readPieces(content_block).map((piece) => opened(piece, index));
  if (delta !== undefined) return readDelta(delta, index);
  if (message !== undefined) return readPieces(message);
  const output = typeof response === "object" ? response.output : value.output;
  if (Array.isArray(output)) return output.flatMap(readPieces);
  return readPieces({ content: typeof response === "string" ? response : content, thinking });
}

/** The first event of a call of Anthropic's holds an empty object where the arguments follow. */
function opened(piece: Piece, index: number | undefined): Piece {
  return piece.kind === "call" ? { ...piece, index, json: piece.json === "{}" ? "" : piece.json } : piece;
}

function readDelta(delta: NonNullable<Value["delta"]>, index: number | undefined): readonly Piece[] {
  if (delta.partial_json !== undefined) return [{ kind: "call", index, name: "", json: delta.partial_json }];
  return readPieces({ content: delta.text, thinking: delta.thinking });
}

function readError(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined;
  const { success, data } = z.object({ message: z.string() }).safeParse(error);
  return success ? data.message : toJsonText(error);
}

/** Texts of one kind that follow each other become one, and so do the parts of a call. */
function join(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const at = placeToJoin(joined, piece);
    const before = joined[at];
    if (before?.kind === "call" && piece.kind === "call") {
      joined[at] = { ...before, name: before.name + piece.name, json: before.json + piece.json };
    } else if (before && before.kind !== "call" && before.kind === piece.kind) {
      joined[at] = { ...before, text: before.text + piece.text };
    } else joined.push(piece);
  }
  return joined;
}

/** -1 for a call of its own. */
function placeToJoin(joined: readonly Piece[], piece: Piece): number {
  if (piece.kind !== "call") return joined.length - 1;
  const { index } = piece;
  return index === undefined ? -1 : joined.findIndex((one) => one.kind === "call" && one.index === index);
}
