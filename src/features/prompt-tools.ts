import { correct } from "../log/correct.ts";
import { attemptEntries, facts, lastReply, type ReplyEntry, replies, runEntries } from "../log/select.ts";
import { TOOLS_MODE, toolsMode } from "../log/select-settings.ts";
import { problemKind } from "../parse/call-problems.ts";
import type { Context, Feature, Verdict } from "../types.ts";

/** Replies in a row whose calls could not be read, after which the server's own way is given up. */
const MOST_FAILED = 2;
const WHY = "The model's calls could not be read, neither by the server nor here.";

/** K9, D7: where the server shows no tools, can't read the model's calls, or two replies in a row hold no readable one, the tools move into the prompt; told once as a fact, from which on it holds. */
export const promptTools: Feature = {
  name: "prompt-tools",
  review(context, at) {
    // What the person set is not changed.
    if (context.profile.settings.toolsMode || toolsMode(context.log, context.profile) === "prompt") return undefined;
    if (at === "before-request") {
      if (!context.facts.tools && isUndecided(context)) moveIntoPrompt(context, "the chat template knows no tools");
      return undefined;
    }
    const reply = lastReply(runEntries(context.log));
    return reply && (afterError(context, reply) ?? afterUnreadable(context));
  },
};

/** The server refused, or could not read what the model wrote: the same again, with the tools in the prompt. */
function afterError(context: Context, { error }: ReplyEntry): Verdict | undefined {
  if (error?.kind === "no-tools") {
    moveIntoPrompt(context, "the server shows it no tools");
    return { do: "retry" };
  }
  if (error?.kind !== "parse") return undefined;
  moveIntoPrompt(context, "the server could not read its call");
  return correct(context, { kind: "tools-mode", why: WHY }, { do: "retry" });
}

function afterUnreadable(context: Context): undefined {
  const all = replies(attemptEntries(context.log)).slice(-MOST_FAILED);
  if (all.length === MOST_FAILED && all.every(isUnreadable)) moveIntoPrompt(context, "its calls could not be read");
}

function isUnreadable({ calls }: ReplyEntry): boolean {
  return (
    calls.length > 0 && calls.every(({ problem }) => problem !== undefined && problemKind(problem) === "unreadable")
  );
}

function isUndecided({ log }: Context): boolean {
  return facts(log, TOOLS_MODE).length === 0;
}

function moveIntoPrompt(context: Context, why: string): void {
  context.progress(`Tools go into the prompt: ${why}.`);
  context.record(TOOLS_MODE, "prompt");
}
