import { describe, expect, it } from "vitest";
import { EXAMPLE_SETUP, exampleInvalid, exampleRun } from "./example-run.ts";
import { summarizeRuns } from "./summarize-runs.ts";

const NOTHING = { sent: null, cached: null, evaluated: null, generated: null, fresh: null };

describe("the summary of one file", () => {
  it("gives a row a suite and one for all, in aligned columns", () => {
    const text = summarizeRuns([
      exampleRun({ task: "quixbugs/gcd", suite: "quixbugs", seconds: 5 }),
      exampleRun({ result: "fail", stop: { kind: "time-limit", why: "120 s are over.", exitCode: null } }),
      exampleRun({ task: "exercism/say", seconds: 60, steps: 12 }),
    ]);
    const [header, exercism, quixbugs, all] = text.split("\n");
    expect(header).toMatch(/^suite +pass +rate +95 % +tokens sent +evaluated +fresh +generated +seconds +steps$/);
    expect(exercism).toMatch(/^exercism +1 of 2 +50 % +9 to 91 % +1,000 +900 +880 +200 +40 +6\.5$/);
    expect(quixbugs).toMatch(/^quixbugs +1 of 1 +100 % +21 to 100 % .* 5\.0 +1\.0$/);
    expect(all).toMatch(/^all +2 of 3 +67 % /);
    expect(new Set([header, exercism, quixbugs, all].map((line) => line?.length)).size).toBe(1);
    expect(text).toContain("How the 1 failed run ended: time-limit 1.");
  });

  it("leaves invalid runs out of the rate and names them", () => {
    const text = summarizeRuns([exampleRun(), exampleInvalid({ why: "Its start\nalready passes." })]);
    expect(text).toMatch(/^exercism +1 of 1 +100 % /m);
    expect(text).toContain("Invalid, left out of the rates, 1: exercism/broken (Its start already passes)");
  });

  it("says where the server told no tokens", () => {
    const text = summarizeRuns([exampleRun(), exampleRun({ task: "exercism/say", tokens: NOTHING })]);
    expect(text).toMatch(/ 1,000 +900 +880 +200 +20 +1\.0$/m);
    expect(text).toContain("Known in fewer than the 2 runs: tokens sent 1, evaluated 1, fresh 1, generated 1.");
    expect(summarizeRuns([exampleRun({ tokens: NOTHING })])).toMatch(/ – +– +– +– +20 +1\.0$/m);
  });

  it("widens the interval where runs are seeds of the same task", () => {
    const seeds = [1, 2, 3, 4];
    const results = ["pass", "fail", "pass"] as const;
    const same = results.flatMap((result, at) => seeds.map((seed) => exampleRun({ task: `e/${at}`, seed, result })));
    const different = same.map((run, at) => ({ ...run, task: `e/${at}` }));
    expect(summarizeRuns(different)).toContain("8 of 12  67 %  39 to 86 %");
    expect(summarizeRuns(same)).toMatch(/8 of 12 {2}67 % {2}1\d to 9\d %/);
  });

  it("does not count seeds as tasks where all agree", () => {
    const tasks = [1, 2, 3, 4, 5].map((at) => exampleRun({ task: `e/${at}` }));
    const seeds = Array.from({ length: 20 }, (_, at) => tasks.map((run) => ({ ...run, seed: at + 1 }))).flat();
    expect(summarizeRuns(tasks)).toContain("5 of 5  100 %  57 to 100 %");
    expect(summarizeRuns(seeds)).toContain("100 of 100  100 %  57 to 100 %");
  });

  it("has a word for no runs, and for no valid ones", () => {
    expect(summarizeRuns([])).toBe("No runs yet.");
    expect(summarizeRuns([exampleInvalid()])).toMatch(/^No run counts: all are invalid\.\nInvalid, .*exercism\/broken/);
  });

  it("warns where setups are mixed", () => {
    const other = exampleRun({ task: "e/x", setup: { ...EXAMPLE_SETUP, protocol: "visible" } });
    expect(summarizeRuns([exampleRun(), other])).toContain(
      "Warning: the runs mix several setups: protocol (tests hidden: 1; tests visible: 1).",
    );
  });
});
