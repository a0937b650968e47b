import { speaksOfFailingTests } from "../lib/request-category.ts";
import { checks, isGreen, personText, replies, restarts, runEntries } from "../log/select.ts";
import { baselineCheck, currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import type { Check, Context, Feature } from "../types.ts";

/** I6: while the tests fail, another attempt from the clean start at another temperature; at the end the best version stays. */
export const attempts: Feature = {
  name: "attempts",
  review(context, at) {
    const { log, profile, progress } = context;
    if (!hasConcluded(log, at) || !isRed(context) || !isItsTurn(context)) return undefined;
    const used = restarts(log) + 1;
    const stepsLeft = profile.maxSteps - replies(runEntries(log)).length;
    if (used >= profile.attempts || stepsLeft < 1) return undefined;
    progress(`attempt ${used + 1} of ${profile.attempts}, from the clean start`);
    const seed = profile.settings.seed;
    return {
      do: "restart",
      snapshot: startOf(context),
      settings: { temperature: profile.attemptTemperature, ...(seed === undefined ? {} : { seed: seed + used }) },
    };
  },
  close(context, outcome) {
    if (outcome.kind === "done" || outcome.kind === "aborted") return undefined;
    const best = bestVersion(context);
    if (best === undefined) return undefined;
    return { restore: best.seq, report: [best.why] };
  },
};

function isRed(context: Context): boolean {
  const check = currentCheck(context.log);
  return check !== undefined && !isSatisfied(check, context.log, speaksOfFailingTests(personText(context.log)));
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

function startOf({ log }: Context): number {
  return runEntries(log)[0]?.seq ?? log.length;
}

/** The tested version with the most passing tests, if better than the start; else the start. Nothing where no test ran. */
function bestVersion(context: Context): { seq: number; why: string } | undefined {
  const baseline = baselineCheck(context.log);
  const first = replies(runEntries(context.log))[0]?.seq ?? Number.POSITIVE_INFINITY;
  const tested = checks(runEntries(context.log)).filter(({ seq }) => seq > first);
  if (tested.length === 0) return undefined;
  const score = (check: Check): number => (isGreen(check) ? Number.POSITIVE_INFINITY : (check.passed ?? 0));
  const best = tested.reduce((top, next) => (score(next.check) > score(top.check) ? next : top));
  if (baseline && score(best.check) > score(baseline)) {
    return { seq: best.seq, why: `kept the best version: ${best.check.passed} tests pass` };
  }
  return { seq: startOf(context), why: "no version was better: the files are as they were at the start" };
}
