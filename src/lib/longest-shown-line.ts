/** Longest line shown whole, in characters: longer ones are data or minified code. */
const MAX_LINE = 2_000;

/** The most characters of a line that is shown whole where a view may take `cap` characters. */
export function longestShownLine(cap: number): number {
  return Math.min(MAX_LINE, Math.floor(cap / 2));
}
