import { asksForChange } from "../lib/asks-for-change.ts";
import { describeCheck } from "../lib/describe-check.ts";
import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { checks, isGreen, netChanges, runEntries } from "../log/select.ts";
import { askedFiles, nextFileToAsk } from "../log/select-asks.ts";
import {
  baselineCheck,
  bestVersion,
  currentCheck,
  hasChanged,
  hasConcluded,
  hasRunCommands,
  hasUntestedChanges,
  isSatisfied,
} from "../log/select-checks.ts";
import { requestText } from "../log/select-request.ts";
import type { Context, Entry, Feature, Json, Outcome, Verdict } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** I3: when the model says that it is done and files changed since the last tests, they run; green ends the run. */
export function createRunTests(project: Project): Feature {
  return {
    name: "run-tests",
    async review(context, at) {
      if (!hasConcluded(context.log, at) || isMoreAsked(context) || isQuestion(context)) return undefined;
      if (hasUntestedChanges(context.log)) await test(context, project);
      return verdictOf(context, at);
    },
    close({ log }, outcome) {
      const check = currentCheck(log);
      const isRed = check && !isSatisfied(check, log, speaksOfFailingTests(requestText(log)));
      if (outcome.kind !== "done") return { report: reportLines(log, outcome) };
      if (isRed) {
        const failed = { kind: "failed", why: `${check.command} still fails.` } as const;
        return { outcome: failed, report: reportLines(log, failed) };
      }
      const isIdle = asksForChange(requestText(log)) && !hasChanged(log);
      const said = isIdle ? { outcome: { ...outcome, why: `${outcome.why} No file was changed.` } } : {};
      return { ...said, report: reportLines(log, outcome) };
    },
  };
}

/** A command may have changed something in a run that was to change nothing: that alone is no reason to test. */
function isQuestion({ log }: Context): boolean {
  return !asksForChange(requestText(log)) && netChanges(runEntries(log)).length === 0;
}

/** Files that the person named and that a direct ask has not come to yet: it goes on before anything is judged. */
function isMoreAsked({ log }: Context): boolean {
  return askedFiles(log).length > 0 && nextFileToAsk(log, true) !== undefined;
}

async function test(context: Context, project: Project): Promise<void> {
  const command = await project.testCommand();
  if (!command) return;
  context.progress(`running the tests: ${command.command}`);
  const check = await project.runTests(context.signal);
  if (context.signal.aborted) return;
  context.record("check", check as unknown as Json);
  context.progress(`tests: ${describeCheck(check)}`);
}

/** Green tests after a change, or an answered ask where there are no tests, end the run; anything else is for the features behind this one. */
function verdictOf({ log }: Context, at: "before-request" | "after-reply"): Verdict | undefined {
  if (!hasChanged(log)) return undefined;
  const check = currentCheck(log);
  if (!check) {
    const isUntested = checks(runEntries(log)).length === 0;
    return at === "before-request" && isUntested ? done("The file was written; no tests were found.") : undefined;
  }
  if (!isSatisfied(check, log, speaksOfFailingTests(requestText(log)))) return undefined;
  return done(isGreen(check) ? `${check.command} passes.` : "What still fails failed before.");
}

function done(why: string): Verdict {
  return { do: "stop", outcome: { kind: "done", why } };
}

function reportLines(log: readonly Entry[], outcome: Outcome): readonly string[] {
  const run = runEntries(log);
  const commands = hasRunCommands(log) ? ["commands ran that may have changed files; undo does not cover those"] : [];
  const all = checks(run);
  if (all.length > 0 && hasUntestedChanges(log)) return ["tests: not run since the last change", ...commands];
  const before = baselineCheck(log);
  const isKept = outcome.kind === "done" || outcome.kind === "aborted";
  const after = isKept ? all.at(-1)?.check : (bestVersion(log)?.check ?? before ?? all.at(-1)?.check);
  if (!after) return [...(netChanges(run).length > 0 ? ["tests: none were run"] : []), ...commands];
  const then = before && all.length > 1 ? `${describeCheck(before)} → ` : "";
  return [`tests (${after.command}): ${then}${describeCheck(after)}`, ...commands];
}
