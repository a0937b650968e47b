/** The most characters of one tool result: 8,000, or 12 % of a window of `window` tokens (3 characters a token: numbered code has 3 to 4). */
export function resultCap(window: number): number {
  return Math.floor(Math.min(8_000, window * 0.12 * 3));
}
