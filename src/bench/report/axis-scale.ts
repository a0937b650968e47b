/** An axis: where its marks are, and where a value lies, in percent of its length from the low end. */
export type AxisScale = { readonly ticks: readonly number[]; readonly at: (value: number) => number };

const MOST_STEPS = 7;

/** From 0 to the first round number at or above `max`, with marks at steps of 1, 2 or 5 times a power of ten. */
export function linearScale(max: number): AxisScale {
  const wanted = max > 0 ? max : 1;
  const step = niceSteps(wanted / MOST_STEPS).find((one) => wanted / one <= MOST_STEPS) ?? wanted;
  const count = Math.ceil(wanted / step - 1e-9);
  const end = count * step;
  // Rounded, or three steps of 0.1 would be 0.30000000000000004.
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  return { ticks, at: (value) => clamp((value / end) * 100) };
}

/** Logarithmic between round numbers around `min` and `max`, both above 0; marks at 1, 2 and 5, or only at powers of ten over more than two decades. What is below lies at the low end. */
export function logScale(min: number, max: number): AxisScale {
  const low = niceSteps(min).findLast((one) => one <= min) ?? min;
  const high = niceSteps(max).find((one) => one >= max && one > low) ?? max;
  const decades = Math.log10(high / low);
  const every = Array.from({ length: Math.ceil(decades) + 1 }, (_, at) => niceSteps(low * 10 ** at)).flat();
  const inside = [...new Set([low, ...every, high])].filter((one) => one >= low && one <= high).sort((a, b) => a - b);
  const powers = inside.filter((one) => Number.isInteger(Number(Math.log10(one).toFixed(9))));
  return {
    ticks: decades > 2 && powers.length > 1 ? powers : inside,
    at: (value) => (value <= low ? 0 : clamp((Math.log10(value / low) / decades) * 100)),
  };
}

/** 1, 2 and 5 times the powers of ten around a value, ascending. */
function niceSteps(value: number): number[] {
  const power = Math.floor(Math.log10(value) + 1e-9);
  return [power - 1, power, power + 1].flatMap((one) =>
    [1, 2, 5].map((digit) => Number((digit * 10 ** one).toPrecision(12))),
  );
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
