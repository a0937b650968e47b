import { FILE_BLOCK } from "../lib/file-block.ts";
import type { Check, Entry } from "../types.ts";
import {
  attemptEntries,
  checks,
  fileChanges,
  isGreen,
  lastReply,
  netChanges,
  nudges,
  replies,
  runEntries,
} from "./select.ts";
import { askedFiles } from "./select-asks.ts";

// Selectors about tests: what the last result says, and whether it still speaks of the files as they are.

type Log = readonly Entry[];

/** Number of the newest entry among these after which files may be other than before; -1 where there is none. */
function lastChange(entries: Log): number {
  const changed = fileChanges(entries).findLast(({ change }) => change.before !== change.after)?.seq ?? -1;
  const command = entries.findLast((entry) => entry.type === "result" && entry.result.effects?.mayHaveChanged);
  return Math.max(changed, command?.seq ?? -1);
}

/** The newest test result of this run that was not followed by a change of files. */
export function currentCheck(log: Log): Check | undefined {
  const run = runEntries(log);
  const newest = checks(run).at(-1);
  return newest && newest.seq > lastChange(run) ? newest.check : undefined;
}

/** The test result from before the run's first request, or nothing. */
export function baselineCheck(log: Log): Check | undefined {
  const run = runEntries(log);
  const first = replies(run)[0]?.seq ?? Number.POSITIVE_INFINITY;
  return checks(run).find(({ seq }) => seq < first)?.check;
}

/** Whether files changed in this run, or may have been by a command, after the newest test result. */
export function hasUntestedChanges(log: Log): boolean {
  const run = runEntries(log);
  return lastChange(run) > (checks(run).at(-1)?.seq ?? -1);
}

/** Whether this run left any file other than it was, or may have by a command. */
export function hasChanged(log: Log): boolean {
  const run = runEntries(log);
  return netChanges(run).length > 0 || hasRunCommands(log);
}

/** Whether a command ran in this run that is not known only to read. */
export function hasRunCommands(log: Log): boolean {
  return runEntries(log).some((entry) => entry.type === "result" && entry.result.effects?.mayHaveChanged);
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
  return (
    isSilent &&
    askedFiles(log).length > 0 &&
    reply.calls.length > 0 &&
    reply.calls.every((call) => call.form === FILE_BLOCK)
  );
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
  const isUnnamed = check.failed.length === 0 && before.size === 0 && check.exitCode === baseline.exitCode;
  if (isUnnamed) return (check.passed ?? 0) >= (baseline.passed ?? 0);
  return (
    check.failed.length > 0 &&
    check.failed.every((name) => before.has(name)) &&
    !check.files.some((file) => changed.has(file))
  );
}

/** Tests still fail, but more pass than before the run, and this attempt was not told yet: worth a repair before another start. */
export function isProgress(log: Log): boolean {
  const [before, now] = [baselineCheck(log), currentCheck(log)];
  const isBetter = before !== undefined && now !== undefined && !isGreen(now) && score(now) > score(before);
  return isBetter && nudges(attemptEntries(log), "repair") === 0;
}

/**
 * What a run that ends badly keeps: the tested version with the most passing tests. `seq` is its entry; nothing where no
 * version was tested, or none was better than the start.
 */
export function bestVersion(log: Log): { readonly seq: number; readonly check: Check } | undefined {
  const run = runEntries(log);
  const first = replies(run)[0]?.seq ?? Number.POSITIVE_INFINITY;
  const tested = checks(run).filter(({ seq }) => seq > first);
  const start = baselineCheck(log);
  const [best] = tested.toSorted((one, other) => score(other.check) - score(one.check));
  return best && (!start || score(best.check) > score(start)) ? best : undefined;
}

function score(check: Check): number {
  return isGreen(check) ? Number.POSITIVE_INFINITY : (check.passed ?? 0);
}
