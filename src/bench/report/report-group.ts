import type { BenchRecord, FinishedRecord } from "../bench-record.ts";

/** A run with its place in the page. */
export type ReportRun = { readonly id: string; readonly record: BenchRecord };

/** The runs of one file. `letter` stands for it in plots; empty where it is the only one. */
export type ReportGroup = {
  readonly letter: string;
  readonly name: string;
  /** `g0` to `g5`: colour and shape of its marks. */
  readonly style: string;
  readonly mark: string;
  readonly runs: readonly ReportRun[];
};

const COLOURS = 6;
const SHAPES = 4;

/** Groups with letters, marks and ids for their runs, which are sorted by task and seed. */
export function reportGroups(
  groups: readonly { readonly name: string; readonly records: readonly BenchRecord[] }[],
): ReportGroup[] {
  return groups.map(({ name, records }, at) => ({
    letter: groups.length === 1 ? "" : letterOf(at),
    name,
    style: `g${at % COLOURS}`,
    mark: `mark-${at % SHAPES}`,
    runs: [...records].sort(byTaskAndSeed).map((record, number) => ({ id: `run-${at + 1}-${number + 1}`, record })),
  }));
}

/** A to Z, then A2 to Z2 and so on. */
function letterOf(at: number): string {
  const round = Math.floor(at / 26) + 1;
  return String.fromCodePoint(65 + (at % 26)) + (round === 1 ? "" : String(round));
}

function byTaskAndSeed(a: BenchRecord, b: BenchRecord): number {
  if (a.task !== b.task) return a.task < b.task ? -1 : 1;
  return a.seed - b.seed;
}

/** `A · name`, or the name alone where there is one group. */
export function groupLabel({ letter, name }: ReportGroup): string {
  return letter === "" ? name : `${letter} · ${name}`;
}

/** The records of a group. */
export function recordsOf(group: ReportGroup): BenchRecord[] {
  return group.runs.map(({ record }) => record);
}

/** A finished run of a group. */
export type GroupedRun = { readonly group: ReportGroup; readonly run: FinishedRecord };
