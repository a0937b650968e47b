/** A task folder, read and checked. Paths in `edit` and `tests` are relative to the workspace, with `/`. */
export type BenchTask = {
  /** `SUITE/NAME`. */
  readonly id: string;
  readonly suite: string;
  readonly language: string;
  readonly level: number | null;
  /** The folder that holds `task.json`. */
  readonly folder: string;
  /** What the agent is asked. */
  readonly instructions: string;
  /** The files that the agent shall change; only these count. */
  readonly edit: readonly string[];
  /** Files of `tests/`, restored before scoring. */
  readonly tests: readonly string[];
  /** Exit code 0 is a pass. Run without a shell, in the workspace. */
  readonly testCommand: readonly string[];
  readonly timeoutSeconds: number;
  readonly hasSolution: boolean;
  /** Of its files without the solution, when it was read. */
  readonly hash: string;
};
