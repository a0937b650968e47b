import { asksForTests } from "../lib/asks-for-tests.ts";
import { changesTestScript } from "../lib/changes-test-script.ts";
import { isTestFile } from "../lib/is-test-file.ts";
import { requestText } from "../log/select-request.ts";
import type { Feature, Refusal } from "../types.ts";

/** E11: existing tests, and the script that runs them, are the judge; they change only when the person names or wants them. */
export const protectTests: Feature = {
  name: "protect-tests",
  gate({ log, profile }, action) {
    if (!profile.protectTests || action.kind !== "change") return undefined;
    const text = requestText(log);
    const script = action.changes?.find(({ path, before, after }) => changesTestScript(path, before, after ?? ""));
    if (script && !isNamed(script.path, text)) return scriptRefusal(script.path);
    const test = action.changes?.find(
      ({ path, before }) => before !== null && isTestFile(path) && !isNamed(path, text),
    );
    if (!test || asksForTests(text)) return undefined;
    return {
      error: `${test.path} is a test: change the code, not the test.`,
      hint: `Find what the test imports, for example: read {"path": "${test.path}"}, then change that file.`,
    };
  },
};

function scriptRefusal(path: string): Refusal {
  return {
    error: `This would change what the test command runs, in ${path}.`,
    hint: "Leave the test script as it is and change the code that the tests are about.",
  };
}

/** A sentence that says how a test goes, how it is run, or that it stays as it is, names the judge; it does not ask to change it. */
const NAMES_THE_JUDGE =
  /\b(?:pass(?:es|ing)?|fail(?:s|ed|ing)?|green|red|run(?:s|ning)?|leave|keep|not|never|without|python\d?|pytest|node|npm|npx)\b|n['’]t\b/i;

function isNamed(path: string, text: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const sentences = text.split(/(?<=[.!?;])\s+|\n+/);
  return sentences.some((sentence) => sentence.includes(base) && !NAMES_THE_JUDGE.test(sentence.replaceAll(base, "")));
}
