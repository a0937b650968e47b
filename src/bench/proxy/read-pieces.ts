import * as z from "zod/mini";
import { orAbsent } from "./or-absent.ts";

/** A piece of what a message says. Of a streamed reply, the pieces of a call with one `index` belong together. */
export type Piece =
  | { readonly kind: "text" | "thinking" | "result"; readonly text: string }
  | { readonly kind: "call"; readonly index?: number | undefined; readonly name: string; readonly json: string };

const text = orAbsent(z.string());
const anything = z.optional(z.unknown());
const Call = z.object({
  index: orAbsent(z.number()),
  name: text,
  arguments: anything,
  input: anything,
  function: orAbsent(z.object({ name: text, arguments: anything })),
});
const Block = z.extend(Call, {
  type: text,
  text,
  thinking: text,
  reasoning: text,
  reasoning_content: text,
  content: anything,
  output: anything,
  tool_calls: orAbsent(z.array(Call)),
});
type Block = z.infer<typeof Block>;

/**
 * What a message says, in its order: a message of OpenAI's chat, of Ollama's or of Anthropic's, an item of OpenAI's
 * responses, or a part of a streamed one. What is no text stands as its type, `[image_url]`. Empty texts are left out.
 */
export function readPieces(message: unknown): readonly Piece[] {
  const { success, data } = Block.safeParse(message);
  if (!success) return [];
  if (data.type !== undefined && data.type !== "message") return readBlock(data);
  return [
    ...written("thinking", data.reasoning_content ?? data.reasoning ?? data.thinking),
    ...readContent(data.content),
    ...(data.tool_calls ?? []).map(readCall),
  ];
}

/** A value as JSON, a string as it is; empty for none. A mark where it is nested too deeply to be written. */
export function toJsonText(value: unknown): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "[nested too deeply]";
  }
}

function readContent(content: unknown): readonly Piece[] {
  if (typeof content === "string") return written("text", content);
  if (!Array.isArray(content)) return [];
  return content.flatMap((one: unknown) => {
    if (typeof one === "string") return written("text", one);
    const { success, data } = Block.safeParse(one);
    return success ? readBlock(data) : [];
  });
}

function readBlock(block: Block): readonly Piece[] {
  switch (block.type) {
    case "tool_use":
    case "function_call":
      return [readCall(block)];
    case "tool_result":
    case "function_call_output":
      return written("result", plainText(block.content ?? block.output));
    case "thinking":
      return written("thinking", block.thinking);
    case "reasoning":
      return written("thinking", plainText(block.content));
    default:
      return written("text", block.text ?? `[${block.type ?? "unknown"}]`);
  }
}

function readCall({ index, name, arguments: given, input, function: called }: z.infer<typeof Call>): Piece {
  return {
    kind: "call",
    index,
    name: called?.name ?? name ?? "",
    json: toJsonText(called?.arguments ?? given ?? input),
  };
}

/** The text of a result, which is a string or a list of blocks. */
function plainText(content: unknown): string {
  if (typeof content === "string" || !Array.isArray(content)) return toJsonText(content ?? undefined);
  const texts = content.map((one: unknown) => Block.safeParse(one).data?.text ?? toJsonText(one));
  return texts.join("\n");
}

function written(kind: "text" | "thinking" | "result", content: string | undefined): readonly Piece[] {
  return content === undefined || content === "" ? [] : [{ kind, text: content }];
}
