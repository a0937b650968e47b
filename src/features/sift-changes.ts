import { sha256 } from "../lib/sha256.ts";
import { singleHunks } from "../lib/single-hunks.ts";
import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { attemptEntries, checks, facts, isGreen, lastReply, netChanges } from "../log/select.ts";
import { baselineCheck, currentCheck, hasConcluded, isSatisfied } from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Check, Context, Feature, FileChange, Json, Verdict } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** Changes of one answer that are tried alone: with fewer there is nothing to sift, with more it is another file. */
const HUNKS = { least: 2, most: 6 };
/** A test run that takes longer is not repeated for each change, in milliseconds. */
const MOST_TEST_MS = 10_000;

/**
 * A small model that finds the fault often spoils another line in the same answer. While the tests fail, each change of the
 * answer is tried alone; the first that makes them pass stays. No model is asked.
 */
export function createSiftChanges(project: Project): Feature {
  return {
    name: "sift-changes",
    async review(context, at) {
      const change = hasConcluded(context.log, at) ? answeredChange(context) : undefined;
      const [answer = "", ...versions] = change ? await singleVersions(change, project) : [];
      if (!change || versions.length < HUNKS.least || versions.length > HUNKS.most) return undefined;
      context.progress(`trying each of ${versions.length} changes of ${change.path} alone`);
      return firstGreen(context, project, { path: change.path, now: answer, versions });
    },
  };
}

async function firstGreen(
  context: Context,
  project: Project,
  { path, now, versions }: { readonly path: string; readonly now: string; readonly versions: readonly string[] },
): Promise<Verdict | undefined> {
  for (const [index, version] of versions.entries()) {
    const check = await tryVersion(context, project, { path, now: versions[index - 1] ?? now, version });
    if (!check) return undefined;
    if (isGreen(check)) return { do: "stop", outcome: { kind: "done", why: `${check.command} passes.` } };
  }
  await putBack(context, project, { path, now: versions.at(-1) ?? now, version: now });
  return undefined;
}

/** None helped: the answer stands again as the model knows it, with the test result that it had. */
async function putBack(context: Context, project: Project, change: Trial): Promise<void> {
  const attempt = attemptEntries(context.log);
  const reply = lastReply(attempt)?.seq ?? 0;
  const sifted = facts(attempt, "sifted").find(({ seq }) => seq > reply)?.seq ?? 0;
  const before = checks(attempt).findLast(({ seq }) => seq < sifted)?.check;
  if (before && (await place(context, project, change))) context.record("check", before as unknown as Json);
}

/** What the answer made of the file, then the versions that make one of its changes each. */
async function singleVersions({ before, after }: FileChange, project: Project): Promise<readonly string[]> {
  const [was, is] = [before && (await project.stored(before)), after && (await project.stored(after))];
  return typeof was === "string" && typeof is === "string" ? [is, ...singleHunks(was, is)] : [];
}

/** The one file that this attempt's newest answer changed, while its tests fail; each answer is sifted once. */
function answeredChange({ log }: Context): FileChange | undefined {
  const check = currentCheck(log);
  const start = baselineCheck(log);
  if (!start || isGreen(start)) return undefined; // a part of a change is no answer to a wish
  const attempt = attemptEntries(log);
  if (!check || check.durationMs > MOST_TEST_MS || isSatisfied(check, log, speaksOfFailingTests(requestText(log))))
    return undefined;
  const reply = lastReply(attempt)?.seq ?? 0;
  if (facts(attempt, "sifted").some(({ seq }) => seq > reply)) return undefined;
  const changes = netChanges(attempt);
  return changes.length === 1 ? changes[0] : undefined;
}

type Trial = { readonly path: string; readonly now: string; readonly version: string };

async function tryVersion(context: Context, project: Project, trial: Trial): Promise<Check | undefined> {
  context.record("sifted", trial.path);
  if (!(await place(context, project, trial))) return undefined;
  const check = await project.runTests(context.signal);
  if (context.signal.aborted) return undefined;
  context.record("check", check as unknown as Json);
  return check;
}

/** Writes a version; the change is in the log before it is on the disk. */
async function place(context: Context, project: Project, { path, now, version }: Trial): Promise<boolean> {
  const [before, after] = [sha256(now), sha256(version)];
  context.record("restored", [{ path, before, after }]);
  if (await project.put(path, now, version)) return true;
  context.record("restored", [{ path, before: after, after: before }]);
  return false;
}
