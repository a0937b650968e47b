import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isPartOfJudge } from "./judge.ts";
import { root, runSample, type SampleResult } from "./run-sample.ts";
import { runTests } from "./run-tests.ts";
import { sampleReport, trySample } from "./try-sample.ts";

const never = new AbortController().signal;
const standIn = join(root, "bench", "fixtures", "stand-in.mjs");
const options = { sample: "broken-cart", program: standIn, stderr: "tee" as const, interrupt: never };
const runWith = (does: string): Promise<SampleResult> => runSample({ ...options, args: ["--does", does] });

describe("runSample", () => {
  it.concurrent("a fix passes; figures, differences and times come with it", async () => {
    const result = await runWith("fix");
    expect(result.passed).toBe(true);
    expect(result.before).toMatchObject({ exitCode: 1, total: 10, passed: 9 });
    expect(result.after).toMatchObject({ exitCode: 0, total: 10, passed: 10 });
    expect(result.changes.map(({ path }) => path)).toEqual(["src/cart.js"]);
    expect(result.changes[0]?.patch).toContain(
      "+    return this.lines.reduce((sum, line) => sum + line.product.price * line",
    );
    expect(result.run.outcome?.tokens).toEqual({ sent: 2000, cached: 1500, evaluated: 500, generated: 120 });
    expect(result.run.secondsToFirstStep).toBeLessThanOrEqual(result.run.seconds);
    expect(result.run.badLines).toEqual([]);

    const text = sampleReport("broken-cart", result).join("\n");
    expect(text).toMatch(/^-.*line\.product\.price, 0\);$/m);
    expect(text).toContain("\nPASSED: broken-cart's own tests, before 9 of 10 green, now 10 of 10 green (run: done)");
    expect(text).toContain("1 step; 2000 tokens read (75 % from the cache), 120 written");
    expect(text).toMatch(/^\d+\.\d seconds, \d+\.\d of them after download and loading$/m);
  });

  it.concurrent("weakened tests and another test command do not count", async () => {
    const result = await runWith("weaken-tests");
    expect(result.passed).toBe(false);
    expect(result.after).toEqual(result.before);
    expect(result.putBack).toEqual([".npmrc", "package.json", "test/cart.test.js"]);
    const lines = sampleReport("broken-cart", result);
    expect(lines).toContain("Put back before the tests ran: test/cart.test.js");
    expect(lines.find((line) => line.startsWith("NOT PASSED"))).toContain("now 9 of 10 green");
  });

  it.concurrent("a fix counts although the agent spoiled its tests", async () => {
    const result = await runWith("fix-and-break-tests");
    expect(result.passed).toBe(true);
    expect(result.putBack).toEqual(["extra.test.js", "test/cart.test.js"]);
  });

  it.concurrent("a source that leaves the test process early does not pass", async () => {
    const result = await runWith("leave-early");
    expect(result.passed).toBe(false);
    expect(result.after.total).toBeLessThan(result.before.total);
  });

  it.concurrent("a removed folder does not pass", async () => {
    const result = await runWith("remove-all");
    expect(result.passed).toBe(false);
    expect(result.changes.length).toBeGreaterThan(5);
  });

  it.concurrent("a crash is a run that did not pass, and its rubbish is seen", async () => {
    const { passed, run } = await runWith("crash");
    expect(passed).toBe(false);
    expect(run).toMatchObject({ exitCode: 70, steps: 1, outcome: undefined, badLines: ["half a line of {"] });
  });

  it.concurrent("keeps the folder only when asked", async () => {
    const { folder } = await runSample({ ...options, args: [], keep: true });
    expect(existsSync(join(folder ?? "", "src/cart.js"))).toBe(true);
    rmSync(dirname(folder ?? ""), { recursive: true });
  });
});

describe("runTests", () => {
  it("ends tests that never end, with all their processes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "whippet-endless-"));
    const beat = join(folder, "beat");
    writeFileSync(join(folder, "test.js"), "for (let n = 0; ; n++) require('fs').writeFileSync('beat', String(n));");
    writeFileSync(join(folder, "package.json"), '{ "scripts": { "test": "node --test" } }');
    const result = await runTests(folder, never, 2_000);
    expect(result.timedOut).toBe(true);
    const last = readFileSync(beat, "utf8");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(readFileSync(beat, "utf8")).toBe(last);
    rmSync(folder, { recursive: true });
  });
});

describe("isPartOfJudge", () => {
  it.each([
    "package.json",
    "src/package.json",
    ".npmrc",
    "test/cart.test.js",
    "test/data.txt",
    "slug.test.js",
    "test.js",
    "a_test.cjs",
    "node_modules/x/index.js",
  ])("%s is", (path) => expect(isPartOfJudge(path)).toBe(true));
  it.each(["src/cart.js", "latest.js", "contest.js", "src/tests.js", "README.md"])("%s is not", (path) =>
    expect(isPartOfJudge(path)).toBe(false),
  );
});

describe("trySample", () => {
  const lines: string[] = [];
  afterEach(() => lines.splice(0));
  const tryWith = (does: string, interrupt: AbortSignal): Promise<number> =>
    trySample({ ...options, interrupt, args: ["--does", does] }, (line) => lines.push(line));

  it("without a model there is no run and no figure", async () => {
    expect(await tryWith("no-model", never)).toBe(1);
    expect(lines).toEqual(["\nNo run took place (exit code 1): see the message above."]);
  });

  it("an interrupt ends the program, leaves no folder and judges nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "whippet-try-test-"));
    vi.stubEnv("TMPDIR", folder);
    const controller = new AbortController();
    const ended = tryWith("wait", controller.signal);
    const files = (): string => readdirSync(folder, { recursive: true }).join("\n");
    await expect.poll(files, { timeout: 10_000 }).toContain("broken-cart/waiting");
    controller.abort(130);
    expect(await ended).toBe(130);
    vi.unstubAllEnvs();
    expect(lines).toEqual(["interrupted: nothing was judged"]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
