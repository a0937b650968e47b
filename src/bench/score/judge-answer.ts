import type { WorkspaceScore } from "./score-workspace.ts";

/** One sentence about why an answer is no pass; undefined for a pass. `reference` is the solution's score, where there is a solution. */
export function judgeAnswer(
  score: Omit<WorkspaceScore, "durationMs">,
  reference: WorkspaceScore | undefined,
): string | undefined {
  const { exitCode, ending, passed, ran, reachedEnd } = score;
  if (ending !== undefined) return `The tests ${ending}`;
  if (exitCode !== 0) {
    return passed !== null && ran !== null && ran > 0
      ? `${passed} of ${ran} tests pass.`
      : `The tests ended with exit code ${exitCode}.`;
  }
  if (!reference) return undefined;
  if (reference.passed !== null && (passed ?? 0) < reference.passed) {
    return `Exit code 0, but only ${passed ?? 0} of ${reference.passed} tests ran.`;
  }
  if (reference.reachedEnd && !reachedEnd) return "Exit code 0, but the tests were ended before their end.";
  return undefined;
}
