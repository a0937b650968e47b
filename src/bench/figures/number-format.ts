import type { Interval } from "./interval.ts";

const NOTHING = "–";

/** A count: `1,234`; `–` for undefined and null. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : withMinus(Math.round(value).toLocaleString("en-US"));
}

/** A mean, or seconds: `1,234`, below ten `3.0`, nothing `0`; `–` for undefined and null. */
export function formatMean(value: number | null | undefined): string {
  const isSmall = value !== null && value !== undefined && value !== 0 && Math.abs(value) < 9.95;
  return isSmall ? value.toFixed(1) : formatCount(value);
}

/** A rate from 0 to 1 as `40 %`; `–` for undefined. */
export function formatPercent(rate: number | undefined): string {
  return rate === undefined ? NOTHING : `${percentOf(rate)} %`;
}

/** An interval of a rate as `22 to 61 %`. */
export function formatPercentInterval({ low, high }: Interval): string {
  return `${percentOf(low)} to ${percentOf(high)} %`;
}

/** A difference of rates from -1 to 1 in points, without a unit: `9`, `−8`; below one point with a decimal. */
export function formatPoints(difference: number): string {
  const points = difference * 100;
  return withMinus(String(Math.abs(points) < 0.95 ? Math.round(points * 10) / 10 : Math.round(points)));
}

/** A ratio with two decimals, from ten on as a count; `–` for undefined. */
export function formatRatio(ratio: number | undefined): string {
  if (ratio === undefined) return NOTHING;
  return ratio < 9.995 ? ratio.toFixed(2) : formatCount(ratio);
}

/** A probability as `p = 0.03`; below 0.01 with three decimals, and with as many as show on which side of 0.05 it is. */
export function formatP(p: number): string {
  if (p < 0.001) return "p < 0.001";
  let decimals = p < 0.01 ? 3 : 2;
  while (decimals < 6 && p !== 0.05 && Number(p.toFixed(decimals)) === 0.05) decimals++;
  return `p = ${p.toFixed(decimals)}`;
}

/** `1 run`, `1,234 runs`. */
export function formatNumber(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Percent; near the ends with a decimal, so that one of 300 is not nothing. */
function percentOf(rate: number): string {
  const percent = rate * 100;
  return String(Number(percent.toFixed(percent < 0.95 || percent > 99.05 ? 1 : 0)));
}

function withMinus(text: string): string {
  return text === "-0" ? "0" : text.replace("-", "−");
}
