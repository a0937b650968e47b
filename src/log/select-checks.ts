import type { Check, Entry } from "../types.ts";
import { attemptEntries, checks, fileChanges, isGreen, lastReply, runEntries } from "./select.ts";

// Selectors about tests: what the last result says, and whether it still speaks of the files as they are.

type Log = readonly Entry[];

/** The newest test result of this run that was not followed by a change of files. */
export function currentCheck(log: Log): Check | undefined {
  const run = runEntries(log);
  const newest = checks(run).at(-1);
  const changed = fileChanges(run).at(-1)?.seq ?? -1;
  return newest && newest.seq > changed ? newest.check : undefined;
}

/** The test result from before the run's first request, or nothing. */
export function baselineCheck(log: Log): Check | undefined {
  const run = runEntries(log);
  const first = run.find((entry) => entry.type === "reply")?.seq ?? Number.POSITIVE_INFINITY;
  return checks(run).find(({ seq }) => seq < first)?.check;
}

/** Whether files changed in this run after the newest test result. */
export function hasUntestedChanges(log: Log): boolean {
  const run = runEntries(log);
  const tested = checks(run).at(-1)?.seq ?? -1;
  return fileChanges(run).some(({ seq, change }) => seq > tested && change.before !== change.after);
}

/**
 * The model has come to an end: it said something without calling a tool, or it answered a direct ask with a file block
 * whose result is in the log and about which nothing has been said since.
 */
export function hasConcluded(log: Log, at: "before-request" | "after-reply"): boolean {
  const run = attemptEntries(log);
  const reply = lastReply(run);
  if (!reply || reply.answers !== undefined || reply.error) return false;
  if (at === "after-reply") return reply.calls.length === 0 && reply.finish !== "cut";
  const later = run.filter((entry) => entry.seq > reply.seq);
  const isSilent = !later.some((entry) => ["message", "notes", "verdict", "epoch"].includes(entry.type));
  return isSilent && reply.calls.length > 0 && reply.calls.every((call) => call.form === "file-block");
}

/**
 * Whether a result lets the run end well: it is green, or (when the request is not about failing tests) nothing fails
 * that passed before and no failing test is about a file that this run changed.
 */
export function isSatisfied(check: Check, log: Log, isAboutTests: boolean): boolean {
  if (isGreen(check)) return true;
  const baseline = baselineCheck(log);
  if (isAboutTests || !baseline || isGreen(baseline) || check.timedOut) return false;
  const before = new Set(baseline.failed);
  const changed = new Set(fileChanges(runEntries(log)).map(({ change }) => change.path));
  return (
    check.failed.length > 0 &&
    check.failed.every((name) => before.has(name)) &&
    !check.files.some((file) => changed.has(file))
  );
}
