import { type Fit, fitRequest } from "../context/fit-request.ts";
import { LogWriteError } from "../lib/log-write-error.ts";
import { interrupted, outcomeOfFault, outcomeOfReply } from "../lib/run-outcomes.ts";
import { UserError } from "../lib/user-error.ts";
import { fileChanges, lastReply, openCalls, runEntries, stateAt } from "../log/select.ts";
import {
  hasToolsModeChanged,
  isKeptQuestion,
  openQuestion,
  pendingVerdict,
  requestSettings,
} from "../log/select-settings.ts";
import { dropsThoughts, renderMessages, viewFor } from "../prompt/render-messages.ts";
import { prefixFor } from "../prompt/tools-in-prompt.ts";
import type { EpochCause, Message, Outcome, Request, Verdict } from "../types.ts";
import type { AgentParts } from "./agent-parts.ts";
import { ask } from "./ask.ts";
import { addNotes, close, review } from "./compose.ts";
import { answerNotRun, executeCalls } from "./execute.ts";

export type RunEnd = { readonly outcome: Outcome; readonly report: readonly string[] };

/** One run: from a message to an outcome. A bug is thrown on, after the run was closed like any other. */
export async function run(parts: AgentParts, message: Message): Promise<RunEnd> {
  try {
    if (dropsThoughts(parts.log.entries, parts)) beginEpoch(parts, "new-run");
    parts.log.append({ type: "message", message });
    parts.emit({ type: "run-start", text: message.text });
    for (;;) {
      const outcome = await step(parts);
      if (outcome) return await closeRun(parts, outcome, true);
    }
  } catch (error) {
    const outcome = outcomeOfFault(error);
    if (!(error instanceof LogWriteError)) await closeRun(parts, outcome, false);
    if (error instanceof LogWriteError || error instanceof UserError) return { outcome, report: [] };
    throw error;
  }
}

/** One step: news, limits, notes, request, reply, review, calls. Gives the outcome that ends the run, or nothing. */
async function step(parts: AgentParts): Promise<Outcome | undefined> {
  for (const message of parts.inbox.take()) parts.log.append({ type: "message", message });
  if (parts.signal.aborted) return interrupted();
  const before = await review(parts, "before-request");
  if (parts.signal.aborted) return interrupted();
  if (before) return apply(parts, before);

  const fit = await nextRequest(parts);
  if (!fit.fits) return fit.outcome;
  const steps = runEntries(parts.log.entries).filter((entry) => entry.type === "reply").length;
  parts.emit({ type: "step-start", step: steps + 1, estimatedTokens: fit.tokens });
  const reply = await ask(parts, fit.request, openQuestion(parts.log.entries));
  parts.log.append(reply);
  if (parts.signal.aborted) return interrupted();

  const after = await review(parts, "after-reply");
  if (parts.signal.aborted) return interrupted();
  if (after) return apply(parts, after);
  const isAside =
    reply.answers !== undefined && (reply.calls.length === 0 || !isKeptQuestion(parts.log.entries, reply.answers));
  if (!reply.error && (isAside || reply.cut?.next === "deliver")) return undefined;
  if (reply.calls.length === 0) return outcomeOfReply(reply);
  await executeCalls(parts, reply.calls);
  return undefined;
}

/** Adds the notes of this request to the log, then renders the log and makes room for the reply. */
async function nextRequest(parts: AgentParts): Promise<Fit> {
  const { entries } = parts.log;
  const continued = pendingVerdict(entries)?.do === "continue" ? lastReply(entries) : undefined;
  if (!continued) await addNotes(parts);
  if (hasToolsModeChanged(entries, parts.profile)) beginEpoch(parts, "tools-mode");
  const settings = requestSettings(entries, parts.profile);
  const view = viewFor(parts, settings);
  if (!continued && renderMessages(entries, view).at(-1)?.role === "assistant") {
    parts.log.append({ type: "verdict", feature: "loop", verdict: { do: "nudge", kind: "go-on", text: "Go on." } });
  }
  const request: Request = {
    ...prefixFor(parts.prefix, view),
    messages: renderMessages(entries, view),
    settings,
    ...(continued ? { continues: { text: continued.raw, thinking: continued.thinking } } : {}),
  };
  return fitRequest(request, entries, parts.facts, parts.provider, parts.signal);
}

/** The view is written anew from here on, with nothing hidden. */
function beginEpoch(parts: AgentParts, cause: EpochCause): void {
  parts.log.append({ type: "epoch", cause, hide: [], shorten: [] });
}

/** Carries out a verdict; calls of the reply that it is about are answered "not run" first. */
async function apply(
  parts: AgentParts,
  { feature, verdict }: { feature: string; verdict: Verdict },
): Promise<Outcome | undefined> {
  const reply = lastReply(runEntries(parts.log.entries));
  if (reply?.answers === undefined) answerNotRun(parts, openCalls(runEntries(parts.log.entries)), "see the note");
  parts.log.append({ type: "verdict", feature, verdict });
  if (verdict.do === "stop") return verdict.outcome;
  if (verdict.do === "restart") await restart(parts, verdict.snapshot, verdict.hide ?? []);
  return undefined;
}

/** A new attempt: files as they were at `snapshot`; of the view, all after the run's first request is hidden. */
async function restart(parts: AgentParts, snapshot: number, without: readonly number[]): Promise<void> {
  await restore(parts, snapshot);
  const run = runEntries(parts.log.entries);
  const first = run.find((entry) => entry.type === "reply")?.seq ?? parts.log.entries.length;
  const later = run.filter((entry) => entry.seq >= first && entry.type !== "message").map((entry) => entry.seq);
  parts.log.append({ type: "epoch", cause: "attempt", hide: [...without, ...later], shorten: [] });
}

/** File by file, each in the log before it is on the disk. */
async function restore(parts: AgentParts, snapshot: number): Promise<void> {
  for (const { path, content } of stateAt(parts.log.entries, snapshot)) {
    const before = fileChanges(parts.log.entries).findLast(({ change }) => change.path === path)?.change.after ?? null;
    if (before === content) continue;
    parts.log.append({ type: "fact", by: "loop", name: "restored", value: [{ path, before, after: content }] });
    await parts.restore([{ path, content }]);
  }
}

async function closeRun(parts: AgentParts, outcome: Outcome, mayRestore: boolean): Promise<RunEnd> {
  const closed = await close(parts, outcome);
  if (closed.restore !== undefined && mayRestore && outcome.kind !== "aborted") await restore(parts, closed.restore);
  const end = { outcome: closed.outcome, report: closed.report };
  parts.log.append({ type: "outcome", ...end });
  return end;
}
