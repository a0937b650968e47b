import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { runEntries } from "../log/select.ts";
import { nextAttempt } from "../log/select-attempts.ts";
import { currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Feature } from "../types.ts";

/** I6: while the tests fail, another attempt from the clean start at another temperature. */
export const attempts: Feature = {
  name: "attempts",
  review(context, at) {
    const { log, profile, progress } = context;
    if (!hasConcluded(log, at) || !isRed(context) || !isItsTurn(context)) return undefined;
    const next = nextAttempt(context);
    if (!next) return undefined;
    progress(`attempt ${next.number} of ${profile.attempts}, from the clean start`);
    return { do: "restart", snapshot: next.snapshot, settings: next.settings };
  },
};

function isRed(context: Context): boolean {
  const check = currentCheck(context.log);
  return check !== undefined && !isSatisfied(check, context.log, speaksOfFailingTests(requestText(context.log)));
}

/** Attempts come before repairs, or after them, as the profile's ladder says. */
function isItsTurn({ profile, log }: Context): boolean {
  const { ladder } = profile;
  const isFirst = ladder.indexOf("attempt") < ladder.indexOf("repair") || !ladder.includes("repair");
  const repairs = runEntries(log).filter(
    (entry) => entry.type === "verdict" && entry.verdict.do === "nudge" && entry.verdict.kind === "repair",
  );
  return ladder.includes("attempt") && (isFirst || repairs.length >= 2);
}
