import type { RunEnd } from "../agent/loop.ts";
import { UserError } from "../lib/user-error.ts";
import { lastReply, netChanges, replies } from "../log/select.ts";
import type { Entry, FileChange, Outcome } from "../types.ts";
import { errorCode } from "../workspace/disk-failure.ts";
import type { Files } from "../workspace/files.ts";

/** What a run came to, in numbers and names. Tokens are summed over all requests of the run. */
export type RunResult = {
  readonly outcome: Outcome;
  readonly report: readonly string[];
  /** The model's last words, or the outcome's sentence where it said none. */
  readonly answer: string;
  /** Lines added and removed; null where the stored contents can't be read any more. */
  readonly filesChanged: readonly ChangedFile[];
  readonly steps: number;
  readonly tokens: {
    readonly sent: number;
    readonly cached: number;
    readonly evaluated: number;
    readonly generated: number;
  };
};

type ChangedFile = { readonly path: string; readonly added: number | null; readonly removed: number | null };

/** Sums up the newest run of a log; counts of lines come from the stored contents. */
export async function summarizeRun(log: readonly Entry[], end: RunEnd, files: Files): Promise<RunResult> {
  const run = lastRun(log);
  const all = replies(run);
  const sum = (pick: (usage: NonNullable<(typeof all)[number]["usage"]>) => number): number =>
    all.reduce((total, reply) => total + (reply.usage ? pick(reply.usage) : 0), 0);
  return {
    ...end,
    answer: lastReply(run)?.text.trim() || end.outcome.why,
    filesChanged: await Promise.all(netChanges(run).map((change) => countLines(change, files))),
    steps: all.length,
    tokens: {
      sent: sum((usage) => usage.sent),
      cached: sum((usage) => usage.cached ?? 0),
      evaluated: sum((usage) => usage.evaluated ?? usage.sent - (usage.cached ?? 0)),
      generated: sum((usage) => usage.generated),
    },
  };
}

/** Entries of the newest run, its outcome included. */
function lastRun(log: readonly Entry[]): readonly Entry[] {
  const end = log.at(-1)?.type === "outcome" ? log.length - 1 : log.length;
  const before = log.slice(0, end).findLastIndex((entry) => entry.type === "outcome");
  return log.slice(before + 1);
}

async function countLines({ path, before, after }: FileChange, files: Files): Promise<ChangedFile> {
  const { diffLines } = await import("diff");
  const text = async (hash: string | null): Promise<string> => (hash === null ? "" : files.stored(hash));
  try {
    const parts = diffLines(await text(before), await text(after));
    const count = (kind: "added" | "removed"): number =>
      parts.reduce((total, part) => total + (part[kind] ? part.count : 0), 0);
    return { path, added: count("added"), removed: count("removed") };
  } catch (error) {
    // How the run ended matters more than these counts.
    if (!(error instanceof UserError) && errorCode(error) === undefined) throw error;
    return { path, added: null, removed: null };
  }
}
