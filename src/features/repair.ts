import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { attemptEntries, nudges } from "../log/select.ts";
import { nextAttempt } from "../log/select-attempts.ts";
import { currentCheck, hasConcluded, isProgress, isSatisfied } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Feature } from "../types.ts";

/** Repairs of one attempt (I4). */
const MOST_REPAIRS = 2;

/** I3, I4: the first failing test goes back to the model: when the ladder begins with it, when more tests pass than before, or when no attempt is left. */
export const repair: Feature = {
  name: "repair",
  review(context, at) {
    const { log } = context;
    const check = currentCheck(log);
    if (!check || !hasConcluded(log, at) || isSatisfied(check, log, speaksOfFailingTests(requestText(log))))
      return undefined;
    if (!isItsTurn(context)) return undefined;
    const text = `[${check.command} fails:]\n${check.firstFailure}\n\n[Correct it.]`;
    return { do: "nudge", kind: "repair", text, settings: { thinking: "off" } };
  },
};

function isItsTurn(context: Context): boolean {
  const { log, profile } = context;
  const turn = profile.ladder.indexOf("repair");
  if (turn < 0 || nudges(attemptEntries(log), "repair") >= MOST_REPAIRS) return false;
  return turn === 0 || isProgress(log) || nextAttempt(context) === undefined;
}
