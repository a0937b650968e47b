import type { Feature } from "../types.ts";
import type { Project } from "../workspace/project.ts";
import { createAttachFiles } from "./attach-files.ts";
import { attempts } from "./attempts.ts";
import { createCommandEffects } from "./command-effects.ts";
import { directAsk } from "./direct-ask.ts";
import { emptyReply } from "./empty-reply.ts";
import { createFailingTests } from "./failing-tests.ts";
import { giveUp } from "./give-up.ts";
import { keepBest } from "./keep-best.ts";
import { createPermissions } from "./permissions.ts";
import { promptTools } from "./prompt-tools.ts";
import { protectTests } from "./protect-tests.ts";
import { readingNotices } from "./reading-notices.ts";
import { repair } from "./repair.ts";
import { retryStream } from "./retry-stream.ts";
import { rewriteCall } from "./rewrite-call.ts";
import { createRewriteSuspect } from "./rewrite-suspect.ts";
import { createRunTests } from "./run-tests.ts";
import { createSiftChanges } from "./sift-changes.ts";
import { stepLimit } from "./step-limit.ts";
import { thinkingBudget } from "./thinking-budget.ts";
import { wholeFileGuard } from "./whole-file-guard.ts";
import { createWorkspaceNote } from "./workspace-note.ts";

/** THE list: every feature in the order in which each place asks them. `--without NAME` is a filter on it. */
export function createFeatures(
  project: Project,
  options: { readonly yolo: boolean; readonly allow: readonly (readonly string[])[] },
): readonly Feature[] {
  return [
    retryStream,
    thinkingBudget, // a capped thought is answered before anything is concluded from its reply
    emptyReply,
    promptTools, // before the call is asked for again, which then is read in the new way
    rewriteCall,
    readingNotices,
    createPermissions(project, options),
    createCommandEffects(project),
    protectTests,
    wholeFileGuard,
    createWorkspaceNote(project),
    createFailingTests(project),
    createAttachFiles(project),
    createRunTests(project),
    createSiftChanges(project), // asks no model, so before everything that does
    stepLimit, // after run-tests, so that a good last step counts
    repair, // before the attempts, for a version that is better than the start
    createRewriteSuspect(project), // before direct-ask, whose last line follows its note
    directAsk, // after run-tests, whose result it sends back; its note is the last line of the request
    attempts,
    giveUp,
    keepBest,
  ];
}
