import type { Entry, Outcome, Provider, Request, ServerFacts } from "../types.ts";
import { estimateRequest } from "./estimate-tokens.ts";

/** Tokens kept free for the reply: a quarter of the window, at most 4,096. */
export function replyReserve(window: number): number {
  return Math.min(Math.floor(window / 4), 4_096);
}

/** The most of the window that a reply may be given where more room is asked for. */
const MOST_FOR_REPLY = 0.5;

/** Above this share of the usable window an estimate is not trusted and the server is asked to count. */
const TRUSTED_SHARE = 0.7;

export type Fit =
  | { readonly fits: true; readonly request: Request; readonly tokens: number }
  | { readonly fits: false; readonly outcome: Outcome };

/** Gives a request its room for the reply, and for a thought where one is allowed, or says in a typed outcome why it can't be sent. */
export async function fitRequest(
  request: Request,
  log: readonly Entry[],
  facts: ServerFacts,
  provider: Pick<Provider, "count">,
  signal: AbortSignal,
): Promise<Fit> {
  const { maxTokens, thinking } = request.settings;
  const wanted = maxTokens ?? replyReserve(facts.window) + (typeof thinking === "number" ? thinking : 0);
  const reserve = Math.min(wanted, Math.floor(facts.window * MOST_FOR_REPLY));
  const usable = facts.window - reserve;
  const estimate = estimateRequest(request, log);
  const tokens = estimate > usable * TRUSTED_SHARE ? ((await provider.count(request, signal)) ?? estimate) : estimate;
  if (tokens > usable) return { fits: false, outcome: doesNotFit(tokens, usable, facts) };
  return { fits: true, request: { ...request, settings: { ...request.settings, maxTokens: reserve } }, tokens };
}

function doesNotFit(tokens: number, usable: number, facts: ServerFacts): Outcome {
  return {
    kind: "budget-exceeded",
    why: `The request has about ${tokens} tokens, but only ${usable} of the window's ${facts.window} are free for it.`,
    hint: "Start a new run with fewer or smaller files named, or serve the model with a larger window (llama.cpp: -c 16384).",
  };
}
