import * as z from "zod/mini";
import type { Request } from "../types.ts";
import { ConnectionError } from "./http-transport.ts";
import type { Quirk } from "./quirks.ts";
import { type JsonConnection, requestJson } from "./request-json.ts";
import { toOpenAiPrompt } from "./to-openai-body.ts";

const TIMEOUT_MS = 30_000;
const Prompt = z.object({ prompt: z.string() });
const Tokens = z.object({ tokens: z.array(z.unknown()) });

/** Prompt tokens of a request, by the server's own template and tokenizer (llama.cpp); null where the server can't tell. */
export async function countTokens(
  connection: JsonConnection & { readonly root: string; readonly quirk: Quirk },
  request: Request,
  signal: AbortSignal,
): Promise<number | null> {
  if (!connection.quirk.tokenizes) return null;
  const post = async (path: string, body: object): Promise<unknown> => {
    const options = { signal, timeoutMs: TIMEOUT_MS, body: JSON.stringify(body) };
    const { status, json } = await requestJson(connection, connection.root + path, options);
    return status === 200 ? json : undefined;
  };
  try {
    const rendered = Prompt.safeParse(await post("/apply-template", toOpenAiPrompt(request, connection.quirk)));
    if (!rendered.success) return null;
    const body = { content: rendered.data.prompt, add_special: true, parse_special: true };
    return Tokens.safeParse(await post("/tokenize", body)).data?.tokens.length ?? null;
  } catch (cause) {
    if (cause instanceof ConnectionError) return null;
    throw cause;
  }
}
