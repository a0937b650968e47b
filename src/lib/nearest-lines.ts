import { distance } from "fastest-levenshtein";

/** Longest text of a line that is compared, in characters; beyond it lines differ anyway. */
const MAX_COMPARED = 200;
/** Files longer than this are compared by equal lines only: distances would take seconds. */
const MAX_LINES = 5_000;
/** Below this share of likeness, 0 to 1, nothing is near. */
const LEAST_LIKENESS = 0.5;

/** The block of `lines` most like `wanted` (same number of lines, indentation ignored): index of its first line, or -1 when nothing is near. */
export function nearestLines(lines: readonly string[], wanted: readonly string[]): number {
  const target = wanted.slice(0, 30).map(comparable);
  const candidates = lines.map(comparable);
  const likeness = lines.length > MAX_LINES ? equality : remembered(similarity);
  let best = { at: -1, score: 0 };
  for (let at = 0; at + 1 <= candidates.length; at++) {
    const score = target.reduce((sum, line, index) => sum + likeness(line, candidates[at + index] ?? ""), 0);
    if (score > best.score) best = { at, score };
  }
  return best.score >= target.length * LEAST_LIKENESS ? best.at : -1;
}

function comparable(line: string): string {
  return line.trim().slice(0, MAX_COMPARED);
}

function equality(a: string, b: string): number {
  return a === b ? 1 : 0;
}

function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
}

function remembered(compare: (a: string, b: string) => number): (a: string, b: string) => number {
  const known = new Map<string, number>();
  return (a, b) => {
    const key = `${a}\n${b}`;
    const value = known.get(key) ?? compare(a, b);
    known.set(key, value);
    return value;
  };
}
