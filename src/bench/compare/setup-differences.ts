import type { BenchRecord } from "../bench-record.ts";
import { alignColumns } from "../figures/align-columns.ts";
import { type SetupPart, setupMixture, setupValues } from "../figures/setup-values.ts";

/** How the setups of A and B differ, as lines: a warning where in more than one thing, or where a file mixes setups. */
export function setupDifferences(a: readonly BenchRecord[], b: readonly BenchRecord[]): string[] {
  const valuesA = setupValues(a);
  const valuesB = setupValues(b);
  const rows = valuesA.flatMap((part, at): string[][] => {
    const [textA, textB] = [shown(part), shown(valuesB[at])];
    return textA === textB ? [] : [[`    ${part.name}`, textA, textB]];
  });
  const table = alignColumns([["    ", "A", "B"], ...rows], 3);
  return [...headline(valuesA, valuesB, rows.length), ...(rows.length === 0 ? [] : table), ...mixtures(a, b)];
}

function headline(a: readonly SetupPart[], b: readonly SetupPart[], differing: number): string[] {
  if (differing === 0) return ["Both were measured with the same setup."];
  const things = separateThings(a, b);
  if (things === 1) return ["The setups differ in one thing:"];
  return [`Warning: the setups differ in ${things} things, so what follows can't be put down to one of them:`];
}

/** Another agent has no program and no options of Whippet's: that is one thing, not three. */
function separateThings(a: readonly SetupPart[], b: readonly SetupPart[]): number {
  const differing = a.filter((part, at) => shown(part) !== shown(b[at])).map(({ part }) => part);
  return differing.includes("agent")
    ? differing.filter((part) => part !== "program" && part !== "options").length
    : differing.length;
}

function shown(part: SetupPart | undefined): string {
  return (part?.values ?? [])
    .map(({ text }) => text)
    .sort()
    .join(" | ");
}

function mixtures(a: readonly BenchRecord[], b: readonly BenchRecord[]): string[] {
  return [
    ...setupMixture(a).map((text) => `Warning: the runs of A ${text}`),
    ...setupMixture(b).map((text) => `Warning: the runs of B ${text}`),
  ];
}
