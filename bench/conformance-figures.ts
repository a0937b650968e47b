import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { parseCase } from "./parse-case.ts";

const caseLine = z.object({
  family: z.string(),
  text: z.string(),
  generationPrompt: z.string(),
  partial: z.boolean(),
  reasoningFormat: z.string(),
  tools: z.array(z.unknown()),
  expect: z.object({
    content: z.string(),
    thinking: z.string(),
    calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
  }),
});

/** One case: what a model of a family wrote, and what a correct parser reads from it. */
export type ConformanceCase = z.infer<typeof caseLine>;

/** What was right in one case. `dialect`: the form that the calls were read in, or that none was. */
export type CaseResult = {
  readonly family: string;
  readonly dialect: string;
  readonly hasCalls: boolean;
  readonly isRight: boolean;
  /** `null` where the case does not tell. */
  readonly isTextRight: boolean | null;
};

/** Counts of cases. */
export type Tally = {
  readonly withCalls: number;
  readonly right: number;
  readonly withoutCalls: number;
  readonly falseCalls: number;
  readonly compared: number;
  readonly textRight: number;
};

/** Shares of the cases with calls that must be read right, in percent, with the family named and without. */
export const CONFORMANCE_GOALS = { named: 98, auto: 95 };

/** The case on a line; throws where the line is none. */
export function readCase(line: string): ConformanceCase {
  return caseLine.parse(JSON.parse(line));
}

/** Reads one case's text and compares calls as data, text and thinking but for blanks around them. */
export function judgeCase(given: ConformanceCase, parser: string): CaseResult {
  const { family, text, tools, generationPrompt, expect, reasoningFormat } = given;
  const read = parseCase({ parser, text, tools, generation_prompt: generationPrompt });
  if (typeof read === "string") throw new Error(`a case of ${family} can't be read: ${read}`);
  const expected = expect.calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as unknown }));
  const isSame = read.content.trim() === expect.content.trim() && read.reasoning.trim() === expect.thinking.trim();
  return {
    family,
    dialect: read.forms.join(" ") || "none",
    hasCalls: expected.length > 0,
    isRight: isDeepStrictEqual(read.tool_calls, expected),
    // Without a format for reasoning the case leaves it in the text.
    isTextRight: reasoningFormat === "none" ? null : isSame,
  };
}

export function tally(results: readonly CaseResult[]): Tally {
  const withCalls = results.filter((result) => result.hasCalls);
  const without = results.filter((result) => !result.hasCalls);
  const compared = results.filter((result) => result.isTextRight !== null);
  return {
    withCalls: withCalls.length,
    right: withCalls.filter((result) => result.isRight).length,
    withoutCalls: without.length,
    falseCalls: without.filter((result) => !result.isRight).length,
    compared: compared.length,
    textRight: compared.filter((result) => result.isTextRight).length,
  };
}

/** One line of judgement for one way of reading, and the exit code: 0 when its goals are met, 1 otherwise. */
export function judgeConformance(
  what: keyof typeof CONFORMANCE_GOALS,
  counts: Tally,
): { line: string; exitCode: 0 | 1 } {
  const goal = CONFORMANCE_GOALS[what];
  const isMet = counts.right * 100 >= goal * counts.withCalls && counts.falseCalls === 0;
  const share = counts.withCalls > 0 ? (100 * counts.right) / counts.withCalls : 100;
  const how = what === "named" ? "with the family named" : "with auto";
  const figures = [
    `${counts.right} of ${counts.withCalls} cases with calls right, ${share.toFixed(1)} % (goal ≥ ${goal} %)`,
    `${counts.falseCalls} false calls in ${counts.withoutCalls} cases without (goal 0)`,
  ];
  return { line: `${isMet ? "goal met" : "short of goal"}: ${how}: ${figures.join(", ")}`, exitCode: isMet ? 0 : 1 };
}
