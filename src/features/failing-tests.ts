import { asksForChange } from "../lib/asks-for-change.ts";
import { describeCheck } from "../lib/describe-check.ts";
import { speaksOfFailingTests } from "../lib/speaks-of-failing-tests.ts";
import { isGreen, replies, runEntries } from "../log/select.ts";
import { requestText } from "../log/select-request.ts";
import type { Check, Feature, Json, Note } from "../types.ts";
import type { Project } from "../workspace/project.ts";

/** A8: the tests run before the first question; a request about failing tests gets the first failure with it. */
export function createFailingTests(project: Project): Feature {
  return {
    name: "failing-tests",
    async notes(context) {
      const text = requestText(context.log);
      if (replies(runEntries(context.log)).length > 0 || !asksForChange(text)) return [];
      const test = await project.testCommand();
      if (!test) return [];
      context.progress(`running the tests: ${test.command}`);
      const check = await project.runTests(context.signal);
      if (context.signal.aborted) return [];
      context.record("check", check as unknown as Json);
      context.progress(`tests: ${describeCheck(check)}`);
      return speaksOfFailingTests(text) ? [failureNote(check, context.facts.window)] : [];
    },
  };
}

function failureNote(check: Check, window: number): Note {
  const text = isGreen(check)
    ? `[${check.command}: all tests pass]`
    : `[${check.command} fails:]\n${check.firstFailure}`;
  return { kind: "failing-test", text, maxTokens: Math.min(1_200, Math.floor(window * 0.1)), partOfRequest: true };
}
