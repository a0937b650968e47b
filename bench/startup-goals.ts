/** Medians of one run: times in ms, memory in MB; no memory where it could not be measured. */
export type StartupFigures = {
  readonly emptyMs: number;
  readonly versionMs: number;
  readonly questionMs: number;
  readonly memoryMb?: number;
};

/** What may come on top of an empty program (ms), and the most memory of the process tree (MB). */
export const STARTUP_GOALS = { versionMs: 30, questionMs: 170, memoryMb: 100 };

/** The last line of the benchmark and its exit code: 0 when all goals are met, 1 otherwise. */
export function judgeStartup(figures: StartupFigures): { line: string; exitCode: 0 | 1 } {
  const version = figures.versionMs - figures.emptyMs;
  const question = figures.questionMs - figures.emptyMs;
  const isMet =
    version <= STARTUP_GOALS.versionMs &&
    question <= STARTUP_GOALS.questionMs &&
    (figures.memoryMb ?? 0) <= STARTUP_GOALS.memoryMb;
  const memory =
    figures.memoryMb === undefined
      ? "memory not measured on this system"
      : `peak memory ${figures.memoryMb.toFixed(0)} MB (goal ${STARTUP_GOALS.memoryMb})`;
  const parts = [
    `--version ${signed(version)} ms over an empty program (goal +${STARTUP_GOALS.versionMs})`,
    `launch to first question ${signed(question)} ms (goal +${STARTUP_GOALS.questionMs})`,
    memory,
  ];
  return { line: `${isMet ? "goal met" : "short of goal"}: ${parts.join(", ")}`, exitCode: isMet ? 0 : 1 };
}

/** The middle one of some numbers, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(0)}`;
}
