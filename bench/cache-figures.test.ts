import { describe, expect, it } from "vitest";
import type { Usage } from "../src/types.ts";
import { cacheSteps, judgeCache } from "./cache-figures.ts";

const usage = (sent: number, cached: number | null): Usage => ({
  sent,
  cached,
  evaluated: cached === null ? null : sent - cached,
  generated: 1,
});

describe("cacheSteps", () => {
  it("counts as new what is beyond the previous request", () => {
    const steps = cacheSteps([usage(1000, 900), usage(1100, 998), usage(1050, 0)]);
    expect(steps?.map(({ evaluated, fresh }) => [evaluated, fresh])).toEqual([
      [100, 1000],
      [102, 100],
      [1050, 0],
    ]);
  });

  it.each([
    ["null", usage(1100, null)],
    ["nothing", undefined],
  ])("gives nothing where a server tells %s", (_, told) => {
    expect(cacheSteps([usage(1000, 0), told])).toBeUndefined();
  });
});

describe("judgeCache", () => {
  const steps = (second: Partial<{ evaluated: number; fresh: number }>) => [
    { sent: 1000, cached: 0, evaluated: 1000, fresh: 1000 },
    { sent: 1200, cached: 990, evaluated: 210, fresh: 200, ...second },
  ];

  it("is content at the goal, whatever the first step was", () => {
    expect(judgeCache(steps({}))).toEqual({
      line: "goal met: 210 tokens evaluated for 200 new ones, ratio 1.050 (goal ≤ 1.05)",
      exitCode: 0,
    });
  });

  it("is short of its goal with one token more, and with nothing to judge", () => {
    expect(judgeCache(steps({ evaluated: 211 })).line).toMatch(/^short of goal: .*1\.055/);
    expect([judgeCache(steps({ evaluated: 0, fresh: 0 })).exitCode, judgeCache([]).exitCode]).toEqual([1, 1]);
  });
});
