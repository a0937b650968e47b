import text from "../../prompts/rewrite-call.md";
import { correct, countCorrection } from "../log/correct.ts";
import { attemptEntries, lastReply, type ReplyEntry, replies, runEntries } from "../log/select.ts";
import { problemKind } from "../parse/call-problems.ts";
import type { Call, Context, Feature, Verdict } from "../types.ts";

const WHY = "The model's calls were wrong again and again.";

/**
 * D4, G7: a wrong call is answered with what is wrong and the nearest names or one valid example; a second one in a row of
 * the same tool is, as the last try, asked for alone. From the second in a row on they count in the budget of corrections.
 */
export const rewriteCall: Feature = {
  name: "rewrite-call",
  review(context, at) {
    const reply = lastReply(runEntries(context.log));
    const wrong = reply && soleFault(reply);
    const before = reply && soleFault(replyBefore(context, reply));
    if (at !== "after-reply" || !wrong || !before) return undefined;
    const isSame = before.name === wrong.name && isFault(before) && isFault(wrong);
    const asked =
      isSame && reply.answers === undefined && correct(context, { kind: "rewrite-call", why: WHY }, askAgain(wrong));
    return asked || countCorrection(context, problemKind(wrong.problem), WHY);
  },
};

type WrongCall = Call & { readonly problem: string };

/** The first wrong call of a reply none of whose calls can run. */
function soleFault(reply: ReplyEntry | undefined): WrongCall | undefined {
  const calls = reply && !reply.error ? reply.calls : [];
  const wrong = calls.filter((call): call is WrongCall => call.problem !== undefined);
  return wrong.length < calls.length ? undefined : wrong[0];
}

function replyBefore({ log }: Context, { seq }: ReplyEntry): ReplyEntry | undefined {
  return replies(attemptEntries(log)).findLast((reply) => reply.seq < seq);
}

/** A call that was only cut off is no matter of form. */
function isFault({ problem }: WrongCall): boolean {
  return problemKind(problem) !== "cut-off";
}

function askAgain({ id, name, problem }: WrongCall): Verdict {
  const told = problem.replace(/^Not run: /, "");
  const question = text
    .trim()
    .replace("{{name}}", () => name)
    .replace("{{problem}}", () => `${told.slice(0, 1).toUpperCase()}${told.slice(1)}`);
  return { do: "ask", id: `rewrite ${id}`, text: question, keep: true, settings: { thinking: "off" } };
}
