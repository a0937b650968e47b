import { clock } from "./clock.mjs";
import { fastest, mean, median } from "./stats.mjs";

export function boardLine(runner) {
  const { name, laps } = runner;
  if (laps.length === 0) return `${name}: no laps yet`;
  return `${name}: best ${clock(fastest(laps))}, typical ${clock(median(laps))}, mean ${clock(mean(laps))}`;
}

// The runner with the fastest lap comes first; those without laps come last.
export function board(runners) {
  const best = (runner) => (runner.laps.length === 0 ? Number.POSITIVE_INFINITY : fastest(runner.laps));
  return [...runners].sort((a, b) => best(a) - best(b)).map(boardLine);
}
