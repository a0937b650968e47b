import { fitNotes } from "../context/fit-notes.ts";
import type { Action, Cut, Message, Outcome, Refusal, StreamEvent, ToolResult, Verdict } from "../types.ts";
import { type AgentParts, contextFor } from "./agent-parts.ts";

// The six places: how several features' answers become one.

/** Place 1: all notes, in the list's order; each feature sees those of the features before it in the log. */
export async function addNotes(parts: AgentParts): Promise<void> {
  for (const feature of parts.features) {
    const wanted = (await feature.notes?.(contextFor(parts, feature.name))) ?? [];
    const notes = fitNotes(wanted, parts.facts.window, parts.log.entries);
    if (notes.length > 0) parts.log.append({ type: "notes", notes });
  }
}

/** Place 2: a fresh set of watchers for one reply; the first cut wins. */
export function createWatch(parts: AgentParts): (event: StreamEvent | Message) => Cut | undefined {
  const watchers = parts.features.flatMap((feature) => feature.watch?.(contextFor(parts, feature.name)) ?? []);
  return (event) => {
    for (const watcher of watchers) {
      const cut = watcher(event);
      if (cut) return cut;
    }
    return undefined;
  };
}

/** Place 3: the first verdict, with its feature's name. */
export async function review(
  parts: AgentParts,
  at: "before-request" | "after-reply",
): Promise<{ feature: string; verdict: Verdict } | undefined> {
  for (const feature of parts.features) {
    const verdict = await feature.review?.(contextFor(parts, feature.name), at);
    if (verdict) return { feature: feature.name, verdict };
  }
  return undefined;
}

/** Place 4: the first refusal. */
export async function gate(parts: AgentParts, action: Action): Promise<Refusal | undefined> {
  for (const feature of parts.features) {
    const refusal = await feature.gate?.(contextFor(parts, feature.name), action);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Place 5: the result, changed by one feature after the other. */
export async function refine(parts: AgentParts, action: Action, result: ToolResult): Promise<ToolResult> {
  let refined = result;
  for (const feature of parts.features) {
    refined = (await feature.refine?.(contextFor(parts, feature.name), action, refined)) ?? refined;
  }
  return refined;
}

/** Place 6: the last outcome given, the first restore, every report line. */
export async function close(
  parts: AgentParts,
  outcome: Outcome,
): Promise<{ outcome: Outcome; restore?: number; report: string[] }> {
  let closed: { outcome: Outcome; restore?: number; report: string[] } = { outcome, report: [] };
  for (const feature of parts.features) {
    const answer = await feature.close?.(contextFor(parts, feature.name), closed.outcome);
    if (!answer) continue;
    const restore = closed.restore ?? answer.restore;
    closed = {
      outcome: answer.outcome ?? closed.outcome,
      report: [...closed.report, ...(answer.report ?? [])],
      ...(restore === undefined ? {} : { restore }),
    };
  }
  return closed;
}
