/** What a test runner's output says. `null` where it does not tell. */
export type TestReport = {
  readonly passed: number | null;
  /** Tests that ran, however they went. */
  readonly ran: number | null;
  readonly failed: readonly string[];
  /** The first failure without the runner's noise; empty when there is none. */
  readonly failure: string;
  /** Which of several places in a stack trace is nearest to the fault. */
  readonly nearest: "first" | "last";
};

/** Reads one runner's output; undefined when it is another runner's. */
export type ReportReader = (output: string) => TestReport | undefined;
