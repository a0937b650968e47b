import type { Context, Verdict } from "../types.ts";
import { attemptEntries, facts } from "./select.ts";
import { nextAttempt } from "./select-attempts.ts";

/** Corrections of one attempt, of all kinds together. */
const MOST_CORRECTIONS = 3;
/** Name of the fact that counts one. */
const CORRECTION = "correction";

/** Kinds of corrections that this attempt had, in order. */
export function corrections(log: Context["log"]): readonly string[] {
  return facts(attemptEntries(log), CORRECTION).map(({ value }) => String(value));
}

/**
 * The one way to set a model right that went wrong by itself: the verdict, counted in the attempt's shared budget.
 * Undefined where this kind has had its turns (`most`, 1 unless stated); with the budget spent, the attempt fails: another
 * one, or the end of the run with `why`.
 */
export function correct(
  context: Context,
  { kind, why, most = 1 }: { readonly kind: string; readonly why: string; readonly most?: number },
  verdict: Verdict,
): Verdict | undefined {
  const used = corrections(context.log);
  if (used.length >= MOST_CORRECTIONS) return failAttempt(context, why);
  if (used.filter((one) => one === kind).length >= most) return undefined;
  context.record(CORRECTION, kind);
  return verdict;
}

/** Counts something that was set right without a verdict; with the budget spent, the attempt fails. */
export function countCorrection(context: Context, kind: string, why: string): Verdict | undefined {
  if (corrections(context.log).length >= MOST_CORRECTIONS) return failAttempt(context, why);
  context.record(CORRECTION, kind);
  return undefined;
}

function failAttempt(context: Context, why: string): Verdict {
  const next = nextAttempt(context);
  if (next) return { do: "restart", snapshot: next.snapshot, settings: next.settings };
  return { do: "stop", outcome: { kind: "failed", why, hint: "Say more exactly what to do, or use a larger model." } };
}
