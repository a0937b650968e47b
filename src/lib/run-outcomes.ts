import type { Outcome, Reply } from "../types.ts";
import { LogWriteError } from "./log-write-error.ts";
import { UserError } from "./user-error.ts";

/** The outcome of a run whose last reply asks for nothing more. */
export function outcomeOfReply(reply: Reply): Outcome {
  if (reply.error) return outcomeOfError(reply.error);
  if (reply.cut) return { kind: "stopped", why: `The reply was cut: ${reply.cut.why}.` };
  if (reply.finish === "length") {
    return { kind: "stopped", why: `The reply was cut at its limit of ${reply.settings.maxTokens} tokens.` };
  }
  if (reply.raw.trim() === "" && reply.calls.length === 0) {
    return { kind: "stopped", why: "The model answered with nothing.", hint: "whippet doctor" };
  }
  return { kind: "done", why: "The model says that it is done." };
}

function outcomeOfError(error: NonNullable<Reply["error"]>): Outcome {
  const kind = error.kind === "overflow" ? "budget-exceeded" : "failed";
  return { kind, why: error.message, ...(error.hint ? { hint: error.hint } : {}) };
}

/** The outcome after Ctrl-C: files stay as they are. */
export function interrupted(): Outcome {
  return { kind: "aborted", why: "Interrupted.", hint: "whippet undo" };
}

/** The outcome when something was thrown: what a person must mend is told in their words, anything else is a bug. */
export function outcomeOfFault(error: unknown): Outcome {
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof UserError) return { kind: "failed", why, hint: error.hint };
  if (error instanceof LogWriteError) {
    return {
      kind: "failed",
      why: `${why}. Nothing further was done.`,
      hint: "Free some disk space, then: whippet undo",
    };
  }
  return { kind: "failed", why: `Whippet has a bug: ${why}` };
}
