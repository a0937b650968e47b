import type { LlamaModel, Token } from "./llama-api.ts";

// A character takes at most four bytes, and at worst each is a token of its own.
const mostTokensOfCharacter = 4;

/** Turns a stream of tokens into text that never ends inside a character. `push` answers with what is complete, `flush` with the rest. */
export function createTokenText(model: Pick<LlamaModel, "detokenize">) {
  let pending: Token[] = [];
  let before: Token[] = [];
  const take = (): string => {
    const text = pending.length === 0 ? "" : model.detokenize(pending, true, before);
    before = [...before, ...pending].slice(-mostTokensOfCharacter);
    pending = [];
    return text;
  };
  return {
    push(token: Token): string {
      pending.push(token);
      const isCut = model.detokenize(pending, true, before).endsWith("\u{FFFD}");
      return isCut && pending.length < mostTokensOfCharacter ? "" : take();
    },
    flush: take,
  };
}
