import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Feature } from "../types.ts";

/** The end of the ladder: tests that still fail when no other feature knows a way on end the run, which says so. */
export const giveUp: Feature = {
  name: "give-up",
  review({ log }, at) {
    const check = currentCheck(log);
    if (!check || !hasConcluded(log, at) || isSatisfied(check, log, speaksOfFailingTests(requestText(log))))
      return undefined;
    return { do: "stop", outcome: { kind: "failed", why: `${check.command} still fails.` } };
  },
};
