import { mean } from "simple-statistics";

/**
 * By how much the variance of a mean grows because its values come in clusters (here: the seeds of one task), at least 1; a count divided
 * by it is the effective count. J. N. K. Rao and A. J. Scott, Biometrics 48, 1992, 577-585. Clusters are not empty.
 */
export function designEffect(clusters: readonly (readonly number[])[]): number {
  const values = clusters.flat();
  // One run a task: nothing to correct, and the formula's own correction for few clusters would still widen.
  if (clusters.length === values.length) return 1;
  const middle = mean(values);
  const sumOf = (numbers: readonly number[], of: (value: number) => number) =>
    numbers.reduce((sum, value) => sum + of(value), 0);
  const within = sumOf(values, (value) => (value - middle) ** 2);
  // One task alone, or values that all agree, can't show that seeds differ from each other: a task counts once.
  if (clusters.length === 1 || within === 0) return values.length / clusters.length;
  const between = clusters.reduce((sum, cluster) => sum + sumOf(cluster, (value) => value - middle) ** 2, 0);
  return Math.max(1, (clusters.length / (clusters.length - 1)) * (between / within));
}
