import { speaksOfFailingTests } from "../lib/request-category.ts";
import { attemptEntries, nudges, personText } from "../log/select.ts";
import { currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import type { Feature } from "../types.ts";

/** Repairs of one attempt (I4). */
const MOST_REPAIRS = 2;

/** I3, I4: the first failing test goes back to the model, at most twice; then the run ends and says so. */
export const repair: Feature = {
  name: "repair",
  review({ log, profile }, at) {
    const check = currentCheck(log);
    if (!check || !hasConcluded(log, at) || isSatisfied(check, log, speaksOfFailingTests(personText(log))))
      return undefined;
    const rounds = nudges(attemptEntries(log), "repair");
    if (profile.ladder.includes("repair") && rounds < MOST_REPAIRS) {
      const text = `[${check.command} fails:]\n${check.firstFailure}\n\n[Correct it.]`;
      return { do: "nudge", kind: "repair", text, settings: { thinking: "off" } };
    }
    return { do: "stop", outcome: { kind: "failed", why: `${check.command} still fails.` } };
  },
};
