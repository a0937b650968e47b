import { categoryScores } from "./category-scores.ts";
import type { RequestCategory } from "./request-signals.ts";

/** What a single weak sign is worth; below it nothing can be told. */
const LEAST = 0.9;

/**
 * What a request asks for, told by its words; "all" where they tell nothing, as in a language that is not known. A guess:
 * it may add guidance and must not take anything away.
 */
export function requestCategory(request: string): RequestCategory | "all" {
  const scores = [...categoryScores(request)];
  const best = Math.max(...scores.map(([, score]) => score));
  const first = scores.find(([, score]) => score === best);
  return first && best >= LEAST ? first[0] : "all";
}
