import type { Outcome, Reply } from "../types.ts";

/** The outcome of a run whose last reply asks for nothing more. */
export function outcomeOfReply(reply: Reply): Outcome {
  if (reply.error) return outcomeOfError(reply.error);
  if (reply.cut) return { kind: "stopped", why: `The reply was cut: ${reply.cut.why}.` };
  if (reply.finish === "length") {
    return { kind: "stopped", why: `The reply was cut at its limit of ${reply.settings.maxTokens} tokens.` };
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

/** The outcome when the log can't be written: nothing is done that can't be recorded. */
export function logLost(error: Error): Outcome {
  return {
    kind: "failed",
    why: `${error.message}. Nothing further was done.`,
    hint: "Free some disk space, then: whippet undo",
  };
}
