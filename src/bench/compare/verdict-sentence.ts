import { formatNumber, formatP, formatPoints } from "../figures/number-format.ts";
import type { PairedOutcome } from "./paired-outcome.ts";

/** The limit below which a p lets us claim a difference. */
export const ALPHA = 0.05;

/** What may be claimed, in one plain sentence: `B is better by 9 points (95 %: 2 to 16), p = 0.03.` */
export function verdictSentence({ difference, interval, p, pairs }: PairedOutcome): string {
  if (p >= ALPHA) {
    const sign = difference > 0 ? "+" : "";
    return `No difference can be claimed: B − A = ${sign}${points(difference)} (95 %: ${formatPoints(interval.low)} to ${formatPoints(interval.high)}), ${formatP(p)}, n = ${formatNumber(pairs, "pair")}.`;
  }
  const [better, low, high] =
    difference > 0 ? (["B", interval.low, interval.high] as const) : (["A", -interval.high, -interval.low] as const);
  return `${better} is better by ${points(Math.abs(difference))} (95 %: ${formatPoints(low)} to ${formatPoints(high)}), ${formatP(p)}.`;
}

function points(difference: number): string {
  const text = formatPoints(difference);
  return `${text} ${text === "1" || text === "−1" ? "point" : "points"}`;
}
