import type { Check } from "../types.ts";

/** A test result in a few words: "9 pass, 1 fail", "all pass", "no end within the time limit". */
export function describeCheck(check: Check): string {
  const passed = check.passed === null ? "" : `${check.passed} pass`;
  if (check.exitCode === 0 && !check.timedOut) return passed || "all pass";
  const failed = check.timedOut ? "no end within the time limit" : `${check.failed.length || "some"} fail`;
  return passed ? `${passed}, ${failed}` : failed;
}
