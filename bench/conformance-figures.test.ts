import { describe, expect, it } from "vitest";
import {
  type CaseResult,
  type ConformanceCase,
  judgeCase,
  judgeConformance,
  readCase,
  tally,
} from "./conformance-figures.ts";

const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

/** A case whose text calls a tool, and whose expectation may be changed. */
function makeCase(change: Partial<ConformanceCase> = {}): ConformanceCase {
  return {
    family: "Qwen3",
    text: 'Now.\n<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>',
    generationPrompt: "",
    partial: false,
    reasoningFormat: "auto",
    tools: [{ name: "read", description: "", parameters }],
    expect: { content: "Now.\n", thinking: "", calls: [{ name: "read", arguments: '{ "path": "a" }' }] },
    ...change,
  };
}

describe("judgeCase", () => {
  it("compares calls as data, and text but for blanks around it", () => {
    expect(judgeCase(readCase(JSON.stringify(makeCase())), "auto")).toEqual({
      family: "Qwen3",
      dialect: "hermes",
      hasCalls: true,
      isRight: true,
      isTextRight: true,
    });
  });

  it.each([
    ["another value", [{ name: "read", arguments: '{"path": "b"}' }]],
    ["another name", [{ name: "list", arguments: '{"path": "a"}' }]],
    [
      "a call more",
      [
        { name: "read", arguments: '{"path": "a"}' },
        { name: "read", arguments: '{"path": "a"}' },
      ],
    ],
    ["no call", []],
  ])("sees %s", (_, calls) => {
    expect(judgeCase(makeCase({ expect: { content: "Now.", thinking: "", calls } }), "auto").isRight).toBe(false);
  });

  it("sees other text and other thinking, but not where thinking stays in the text", () => {
    const expected = { ...makeCase().expect, content: "Then." };
    expect(judgeCase(makeCase({ expect: expected }), "auto").isTextRight).toBe(false);
    expect(judgeCase(makeCase({ expect: { ...makeCase().expect, thinking: "Hm." } }), "auto").isTextRight).toBe(false);
    expect(judgeCase(makeCase({ expect: expected, reasoningFormat: "none" }), "auto").isTextRight).toBeNull();
  });
});

it("refuses lines that are no cases", () => {
  expect(() => readCase('{"family": "a"}')).toThrow();
  expect(() => readCase("nonsense")).toThrow();
});

/** Results with calls of which some are right, and without calls of which some hold false ones. */
function results([withCalls, right]: [number, number], [without, falseCalls]: [number, number]): CaseResult[] {
  const one = (hasCalls: boolean, isRight: boolean): CaseResult => {
    return { family: "a", dialect: "b", hasCalls, isRight, isTextRight: null };
  };
  return [
    ...Array.from({ length: withCalls }, (_, index) => one(true, index < right)),
    ...Array.from({ length: without }, (_, index) => one(false, index >= falseCalls)),
  ];
}

it.each([
  [
    "named",
    [100, 98],
    [10, 0],
    "goal met: with the family named: 98 of 100 cases with calls right, 98.0 % (goal ≥ 98 %), 0 false calls in 10 cases without (goal 0)",
    0,
  ],
  [
    "named",
    [100, 97],
    [10, 0],
    "short of goal: with the family named: 97 of 100 cases with calls right, 97.0 % (goal ≥ 98 %), 0 false calls in 10 cases without (goal 0)",
    1,
  ],
  [
    "named",
    [100, 100],
    [10, 1],
    "short of goal: with the family named: 100 of 100 cases with calls right, 100.0 % (goal ≥ 98 %), 1 false calls in 10 cases without (goal 0)",
    1,
  ],
  [
    "auto",
    [20, 19],
    [1, 0],
    "goal met: with auto: 19 of 20 cases with calls right, 95.0 % (goal ≥ 95 %), 0 false calls in 1 cases without (goal 0)",
    0,
  ],
] as const)("judgeConformance, %s, %j and %j", (what, withCalls, without, line, exitCode) => {
  const counts = tally(results([...withCalls], [...without]));
  expect(judgeConformance(what, counts)).toEqual({ line, exitCode });
});
