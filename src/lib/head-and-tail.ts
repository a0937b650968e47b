import { cutLine } from "./cut-line.ts";

/** The longest line of a command's output that is shown whole, in characters. */
const MAX_LINE = 2_000;

/**
 * The beginning and the end of a long text in at most about `maxChars` characters, whole lines, with `marker(count)` where lines are missing.
 * The end gets two thirds: that is where commands say how it went.
 */
export function headAndTail(text: string, maxChars: number, marker: (missing: number) => string): string {
  if (text.length <= maxChars) return text;
  const longest = Math.min(MAX_LINE, Math.floor(maxChars / 4));
  const lines = text.split("\n").map((line) => cutLine(line, longest));
  const head = countFitting(lines, maxChars / 3);
  const tail = countFitting(lines.slice(head).reverse(), (maxChars * 2) / 3);
  const missing = lines.length - head - tail;
  if (missing <= 0) return lines.join("\n");
  return [...lines.slice(0, head), marker(missing), ...lines.slice(lines.length - tail)].join("\n");
}

function countFitting(lines: readonly string[], maxChars: number): number {
  let count = 0;
  let used = 0;
  for (const line of lines) {
    used += line.length + 1;
    if (used > maxChars) break;
    count++;
  }
  return count;
}
