import type { Profile } from "../types.ts";

/** Weights up to which a model counts as small: 4 billion. */
const SMALL = 4e9;
/** Weights up to which whole files are written and tests are protected: 14 billion. */
const MEDIUM = 14e9;

/** Number of weights as a model's name tells ("qwen2.5-coder-1.5b-instruct" → 1.5e9), or nothing. */
export function parametersFromName(name: string): number | undefined {
  const match = /(?:^|[-_:/ ])(\d+(?:\.\d+)?)\s*([bm])(?:[-_:. ]|$)/i.exec(name);
  return match ? Number(match[1]) * (match[2]?.toLowerCase() === "m" ? 1e6 : 1e9) : undefined;
}

/** Sampling by family: Qwen2.5's own generation_config (temperature 0.7, top_p 0.8, top_k 20, repetition 1.05), cooler for code. */
const FAMILIES: readonly { readonly pattern: RegExp; readonly settings: Profile["settings"] }[] = [
  { pattern: /qwen2\.5/i, settings: { temperature: 0.2, topP: 0.8, topK: 20, repeatPenalty: 1 } },
];

const DEFAULT_SETTINGS: Profile["settings"] = { temperature: 0.2, topP: 0.95, topK: 40 };

/** The profile for a model, by its family's name and its size; a model of unknown size is treated with the care of a medium one. */
export function profileFor(model: string, parameters: number | undefined): Profile {
  const size = parameters ?? parametersFromName(model);
  const small = size !== undefined && size <= SMALL;
  const large = size !== undefined && size > MEDIUM;
  const family = FAMILIES.find((row) => row.pattern.test(model));
  return {
    name: family ? (/[\w.]+/.exec(model)?.[0] ?? model) : "default",
    editFormat: large ? "patch" : "whole",
    ask: small ? "direct" : "tools",
    ladder: small ? ["attempt", "repair"] : ["repair", "attempt"],
    attempts: small ? 6 : 1,
    attemptTemperature: 0.8,
    maxSteps: small ? 25 : 40,
    attachShare: 0.3,
    protectTests: !large,
    settings: { ...(family?.settings ?? DEFAULT_SETTINGS), ...(small ? { thinking: "off" as const } : {}) },
  };
}
