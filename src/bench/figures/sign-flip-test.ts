/**
 * The exact two-sided p of R. A. Fisher's test for paired differences (The Design of Experiments, 1935, § 21): how often their sum is at
 * least as far from 0 when each keeps or changes its sign by chance. `differences` are whole numbers, here the net wins of B in each task.
 */
export function signFlipTest(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const farthest = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Index: sum + farthest.
  let chances = new Array<number>(2 * farthest + 1).fill(0);
  chances[farthest] = 1;
  for (const size of sizes) {
    chances = chances.map((_, at) => ((chances[at - size] ?? 0) + (chances[at + size] ?? 0)) / 2);
  }
  const atLeast = chances.filter((_, at) => Math.abs(at - farthest) >= observed);
  return Math.min(
    1,
    atLeast.reduce((sum, chance) => sum + chance, 0),
  );
}
