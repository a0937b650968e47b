import type { LlamaSequence, Token } from "./llama-api.ts";

/** The most tokens evaluated at once; also the context's batch size. */
export const largestSlice = 256;

const firstSlice = 32;
const smallestSlice = 16;
/** Slices are steps of this many tokens: the engine computes in tiles. */
const sliceStep = 8;
/** Nothing can interrupt a slice, so it should take well under the second in which a cancel must work, also where another program slows it down. */
const sliceMs = 500;

/** Brings a sequence to hold all of `tokens` but the last, keeping what it shares with them from the start. Answers with the number of tokens kept. Stops between slices when the signal says so. */
export async function readPrompt(
  sequence: LlamaSequence,
  tokens: readonly Token[],
  signal: AbortSignal,
  onSlice: (done: number) => void,
): Promise<number> {
  const last = tokens.length - 1;
  await sequence.adaptStateToTokens(tokens.slice(0, last), false);
  const cached = sequence.nextTokenIndex;
  onSlice(cached);
  let size = firstSlice;
  for (let at = cached; at < last && !signal.aborted; ) {
    const end = Math.min(at + size, last);
    const started = performance.now();
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, end));
    const perToken = (performance.now() - started) / (end - at);
    const fitting = Math.floor(sliceMs / perToken / sliceStep) * sliceStep;
    size = Math.max(smallestSlice, Math.min(largestSlice, fitting));
    at = end;
    onSlice(at);
  }
  return cached;
}
