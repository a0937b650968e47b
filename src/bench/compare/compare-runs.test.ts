import { describe, expect, it } from "vitest";
import { UserError } from "../../lib/user-error.ts";
import type { BenchRecord } from "../bench-record.ts";
import { EXAMPLE_SETUP, exampleInvalid, exampleRun } from "../figures/example-run.ts";
import { compareRuns } from "./compare-runs.ts";

const NAMES = { a: "a.jsonl", b: "b.jsonl" };

/** One run a letter: `P` passes, `F` fails, `I` is invalid, `-` is missing; the task is named after its place. */
function runs(results: string, changes: Parameters<typeof exampleRun>[0] = {}): BenchRecord[] {
  return [...results].flatMap((result, at): BenchRecord[] => {
    const task = `exercism/t${at + 1}`;
    if (result === "-") return [];
    if (result === "I") return [exampleInvalid({ task, seed: changes.seed ?? 1 })];
    return [exampleRun({ task, result: result === "P" ? "pass" : "fail", ...changes })];
  });
}

const compare = (a: readonly BenchRecord[], b: readonly BenchRecord[]) => compareRuns(a, b, NAMES);
const sentence = (a: readonly BenchRecord[], b: readonly BenchRecord[]) => compare(a, b).split("\n").at(-1);
const P = (count: number) => "P".repeat(count);
const F = (count: number) => "F".repeat(count);

describe("the sentence", () => {
  it("says which one is better, and turns the interval for A", () => {
    // 20 both, 12 only B, 2 only A, 16 neither: Armitage and Berry 1994, p. 127; p = 0.0129, 5.6 to 32.9 points.
    const [few, many] = [runs(P(20) + F(12) + P(2) + F(16)), runs(P(20) + P(12) + F(2) + F(16))];
    expect(sentence(few, many)).toBe("B is better by 20 points (95 %: 6 to 33), p = 0.01.");
    expect(sentence(many, few)).toBe("A is better by 20 points (95 %: 6 to 33), p = 0.01.");
  });

  it("claims nothing where the p is too large", () => {
    expect(sentence(runs(P(8) + F(4) + P(3) + F(26)), runs(P(8) + P(4) + F(3) + F(26)))).toBe(
      "No difference can be claimed: B − A = +2 points (95 %: −11 to 16), p = 1.00, n = 41 pairs.",
    );
    expect(sentence(runs("P"), runs("P"))).toMatch(/^No difference can be claimed: B − A = 0 points .*, n = 1 pair\.$/);
  });

  it("follows the exact test where the interval alone would claim, and says so", () => {
    const text = compare(runs(P(20) + F(5) + F(16)), runs(P(20) + P(5) + F(16)));
    expect(text).toContain("The interval just leaves out 0, but the exact test, which decides, does not reach 0.05.");
    expect(text.split("\n").at(-1)).toMatch(
      /^No difference can be claimed: B − A = \+12 points \(95 %: [1-9]\d? to \d+\), p = 0\.06, n = 41 pairs\.$/,
    );
  });

  it("takes the larger p, and a wider interval, where the wins sit in few tasks with several seeds", () => {
    const seeds = (results: string) => [1, 2, 3].flatMap((seed) => runs(results, { seed }));
    const text = compare(seeds(F(4) + P(6)), seeds(P(4) + P(6)));
    expect(text).toContain("McNemar's exact test: p < 0.001");
    expect(text).toContain("Exact sign-flip test over tasks: p = 0.13");
    expect(text.split("\n").at(-1)).toMatch(/^No difference can be claimed: .* p = 0\.13, n = 30 pairs\.$/);
    const [, low, high] =
      / \(95 %: (−?\d+) to (\d+)\)/.exec(sentence(seeds(F(4) + P(6)), seeds(P(4) + P(6))) ?? "") ?? [];
    const [, lowOne, highOne] =
      / \(95 %: (−?\d+) to (\d+)\)/.exec(sentence(runs(F(12) + P(18)), runs(P(12) + P(18))) ?? "") ?? [];
    expect(Number(high) - Number(low?.replace("−", "-"))).toBeGreaterThan(Number(highOne) - Number(lowOne));
  });
});

describe("pairs", () => {
  it("leaves out and names what has no partner or is invalid, and never counts it as failed", () => {
    const text = compare(runs("PPFI-P"), runs("PFI-PP"));
    expect(text).toContain("3 pairs of runs with the same task and seed, 3 tasks.");
    expect(text).toContain("Left out, only in A, 1: exercism/t4\n");
    expect(text).toContain("Left out, only in B, 1: exercism/t5\n");
    expect(text).toContain("Left out, invalid in B, 1: exercism/t3\n");
    expect(text).toMatch(/^exercism +3 +3 +100 % +44 to 100 % +2 +67 %/m);
    expect(text).toContain("Passed only in A, 1: exercism/t2\nPassed only in B, 0\n");
  });

  it("names seeds where there are several, also of one task", () => {
    const text = compare(
      [...runs("PF"), ...runs("PF", { seed: 2 })],
      [...runs("FF"), ...runs("FP", { seed: 2 }), ...runs("P", { seed: 3 })],
    );
    expect(text).toContain(
      "Passed only in A, 2: exercism/t1 (seeds 1, 2)\nPassed only in B, 1: exercism/t2 (seed 2)\n",
    );
    expect(text).toContain("Left out, only in B, 1: exercism/t1 (seed 3)");
  });

  it("refuses files that have nothing in common, with the next command", () => {
    const error = thrown(() => compare(runs("PP--"), runs("--PP")));
    expect(error.message).toBe("The files have no task and seed in common: a.jsonl, b.jsonl.");
    expect(error.hint).toContain("whippet bench compare");
    expect(thrown(() => compare(runs("P"), runs("P", { seed: 2 }))).message).toContain("no task and seed in common");
    expect(thrown(() => compare([], [])).message).toContain("no task and seed in common");
  });

  it("refuses files whose common runs are all invalid", () => {
    const error = thrown(() => compareRuns(runs("IP"), runs("PI"), { a: "my runs.jsonl", b: "b.jsonl" }));
    expect(error.message).toBe("The files have no finished task and seed in common: 2 runs of both are invalid.");
    expect(error.hint).toBe("whippet bench report 'my runs.jsonl' b.jsonl -o report.html");
  });
});

describe("rates and amounts", () => {
  it("splits the rates by suite", () => {
    const other = { suite: "quixbugs" };
    const a = [...runs("PP"), exampleRun({ task: "quixbugs/gcd", result: "fail", ...other })];
    const b = [...runs("PF"), exampleRun({ task: "quixbugs/gcd", ...other })];
    const rows = compare(a, b)
      .split("\n")
      .filter((line) => /^(exercism|quixbugs|all) /.test(line));
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 4))).toEqual([
      ["exercism", "2", "2", "100 %"],
      ["quixbugs", "1", "0", "0 %"],
      ["all", "3", "2", "67 %"],
    ]);
  });

  it("compares amounts only over the pairs where both know them", () => {
    const tokens = { sent: 2000, cached: 0, evaluated: null, generated: 100, fresh: null };
    const a = [...runs("PP"), exampleRun({ task: "exercism/x", seconds: 10 })];
    const b = [...runs("PP", { seconds: 40, tokens }), exampleRun({ task: "exercism/x", seconds: 10 })];
    const text = compare(a, b);
    expect(text).toMatch(/^tokens sent +3 +1,000 +1,667 +1\.67 +1\.00 to 2\.00$/m);
    expect(text).toMatch(/^evaluated +1 +900 +900 +1\.00 +–$/m);
    expect(text).toMatch(/^seconds +3 +17 +30 +1\.80 /m);
    const nothing = { sent: null, cached: null, evaluated: null, generated: null, fresh: null };
    expect(compare(runs("P"), runs("P", { tokens: nothing }))).toMatch(/^fresh +0 +– +– +– +–$/m);
  });
});

describe("setups", () => {
  const setupOf = (changes: Partial<typeof EXAMPLE_SETUP>) => ({ setup: { ...EXAMPLE_SETUP, ...changes } });

  it("says nothing worse than one difference, and warns from two on", () => {
    expect(compare(runs("P"), runs("P"))).toContain("Both were measured with the same setup.");
    const one = compare(runs("P"), runs("P", setupOf({ options: ["--without", "repair"] })));
    expect(one).toContain("The setups differ in one thing:");
    expect(one).toMatch(/^ {4}options +none +--without repair$/m);
    expect(one).not.toContain("Warning");
    const two = compare(runs("P"), runs("P", setupOf({ protocol: "visible", timeLimitSeconds: 300 })));
    expect(two).toContain("Warning: the setups differ in 2 things");
    expect(two).toMatch(/^ {4}protocol +tests hidden +tests visible$/m);
    expect(two).toMatch(/^ {4}time limit +120 s +300 s$/m);
  });

  it("counts the model or the engine once, though an option names it too", () => {
    const options = ["--max-steps", "9"];
    const a = runs("P", setupOf({ model: "a", options: ["--model", "a", ...options] }));
    expect(compare(a, runs("P", setupOf({ model: "b", options: ["--model", "b", ...options] })))).toContain(
      "The setups differ in one thing:",
    );
    const embedded = setupOf({ model: "a", server: "embedded", options: ["--embedded", ...options] });
    expect(compare(a, runs("P", embedded))).toContain("The setups differ in one thing:");
    const named = setupOf({ model: "a", options: ["--base-url", "http://x:1", ...options] });
    expect(compare(a, runs("P", named))).toContain("Both were measured with the same setup.");
    const allowed = setupOf({ model: "a", options: ["--allow", "--embedded", ...options] });
    expect(compare(a, runs("P", allowed))).toMatch(/options +--max-steps 9 +--allow --embedded --max-steps 9/);
  });

  it("shows of a model that is a file its name alone, and of others the whole", () => {
    const a = runs("P", setupOf({ model: "/home/ann/models/qwen.gguf" }));
    const text = compare(a, runs("P", setupOf({ model: "Qwen/coder" })));
    expect(text).toMatch(/^ {4}model +qwen\.gguf +Qwen\/coder$/m);
    expect(text).not.toContain("ann");
    expect(compare(a, runs("P", setupOf({ model: "C:\\models\\qwen.gguf" })))).toContain("the same setup");
  });

  it("counts another agent, which has no program and no options of ours, as one thing", () => {
    const other = { agent: "aider {prompt}", program: null, options: [] };
    const a = runs("P", setupOf({ options: ["--without", "repair"] }));
    expect(compare(a, runs("P", setupOf(other)))).toContain("The setups differ in one thing:");
    expect(compare(a, runs("P", setupOf({ ...other, model: null })))).toContain("differ in 2 things");
  });

  it("warns where a task is not the same in both", () => {
    const changed = runs("PP", { taskHash: "0cc175b9c0f1" });
    const text = compare([...runs("PP"), ...runs("P", { seed: 2 })], [...changed, ...runs("P", { seed: 2 })]);
    expect(text.replace(/\s+/g, " ")).toContain(
      "Warning: the files of these tasks differ between A and B, 2: exercism/t1 (seed 1), exercism/t2",
    );
    expect(compare(runs("PP"), runs("PP", { taskHash: "" }))).not.toContain("Warning");
  });

  it("warns where a file mixes setups", () => {
    const a = [...runs("P"), exampleRun({ task: "exercism/x", ...setupOf({ model: "other" }) })];
    const text = compare(a, runs("P"));
    expect(text).toContain("Warning: the runs of A mix several setups: model (");
    expect(text).toContain("; other: 1).");
    expect(text).not.toContain("the runs of B mix");
  });
});

describe("hostile text", () => {
  it("reaches the terminal without control characters and in one line each", () => {
    const task = "x/\u001b[31mred\u001b[0m\n\u202eevil";
    const a = [exampleRun({ task, suite: "su\rite", setup: { ...EXAMPLE_SETUP, model: "m\u001b]0;title\u0007" } })];
    const text = compareRuns(a, [exampleRun({ task, suite: "s", result: "fail" })], { a: "a\u001b[2J", b: "b\n\nb" });
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(text).toContain("B: b b\n");
    expect(text).toContain("Passed only in A, 1: x/red evil\n");
  });
});

function thrown(act: () => unknown): UserError {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
