import type { StoryPart } from "../bench-record.ts";
import { groupBy } from "../figures/group-by.ts";
import { formatNumber } from "../figures/number-format.ts";
import { type Html, html } from "./html.ts";

const ROLES = new Set([
  "system",
  "user",
  "assistant",
  "thinking",
  "call",
  "tool",
  "note",
  "verdict",
  "check",
  "outcome",
]);

/** A run's story, step by step; what came before the first step, the same in many runs, is folded. */
export function runStory(story: readonly StoryPart[]): Html {
  if (story.length === 0) return html`<p class="none">Not recorded.</p>`;
  return html`${[...groupBy(story, ({ step }) => step)].map(([step, parts]) =>
    step === 0
      ? html`<details class="before"><summary>Before the first step: ${formatNumber(parts.length, "text")}</summary>${parts.map(partOf)}</details>`
      : html`<h5>Step ${step}</h5>${parts.map(partOf)}`,
  )}`;
}

function partOf({ role, text }: StoryPart): Html {
  const known = ROLES.has(role) ? role : "other";
  return html`<div class="part role-${known}"><div class="role">${role}</div><pre>${text}</pre></div>
`;
}
