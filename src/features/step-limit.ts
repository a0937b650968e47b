import { replies, runEntries } from "../log/select.ts";
import type { Feature } from "../types.ts";

/** Steps left at which the model is told. */
const NOTICE_AT = 5;

/** G9: a run has a limited number of steps, told to the model before the end. */
export const stepLimit: Feature = {
  name: "step-limit",
  notes({ log, profile }) {
    const left = profile.maxSteps - replies(runEntries(log)).length;
    if (left !== NOTICE_AT || profile.maxSteps <= NOTICE_AT) return [];
    return [{ kind: "step-limit", text: `[${left} steps left: finish what matters most, then stop.]`, maxTokens: 40 }];
  },
  review({ log, profile }, at) {
    if (at !== "before-request" || replies(runEntries(log)).length < profile.maxSteps) return undefined;
    const outcome = {
      kind: "stopped",
      why: `The limit of ${profile.maxSteps} steps was reached.`,
      hint: `whippet --max-steps ${profile.maxSteps * 2} -p "…"`,
    } as const;
    return { do: "stop", outcome };
  },
};
