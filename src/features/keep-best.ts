import { checks, runEntries } from "../log/select.ts";
import { baselineCheck, bestVersion } from "../log/select-checks.ts";
import type { Feature } from "../types.ts";

/** I4, I8 in their first form: a run that fails keeps the tested version with the most passing tests, else the files of the start. */
export const keepBest: Feature = {
  name: "keep-best",
  close({ log }, outcome) {
    if (outcome.kind === "done" || outcome.kind === "aborted") return undefined;
    const tested = checks(runEntries(log));
    const best = bestVersion(log);
    if (best) return { restore: best.seq, report: [`kept the best version: ${best.check.passed ?? 0} tests pass`] };
    if (!baselineCheck(log) || tested.length < 2) return undefined;
    const report = ["no version was better: the files are as they were at the start"];
    return { restore: runEntries(log)[0]?.seq ?? 0, report };
  },
};
