export function mean(values) {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// The middle value; with an even number of values the mean of the two in the middle.
export function median(values) {
  if (values.length === 0) return 0;
  const sorted = [...values].sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function fastest(values) {
  return values.length === 0 ? 0 : Math.min(...values);
}
