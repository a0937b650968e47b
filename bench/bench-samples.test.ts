import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type BenchOptions, benchSamples } from "./bench-samples.ts";
import { findResult } from "./read-results.ts";
import { root } from "./run-sample.ts";
import { takeFlag, takeOption } from "./take-option.ts";

const folder = mkdtempSync(join(tmpdir(), "whippet-bench-samples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bench(changes: Partial<BenchOptions>): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = [];
  const options: BenchOptions = {
    program: join(root, "bench", "fixtures", "stand-in.mjs"),
    samples: ["broken-cart"],
    seeds: [1, 2],
    args: [],
    stderr: "tee",
    interrupt: new AbortController().signal,
    ...changes,
  };
  const exitCode = await benchSamples(options, (line) => lines.push(line));
  return { exitCode, lines };
}

describe("benchSamples", () => {
  it("prints a line a run, meets the goal when all pass, and goes on from its file also after a torn line", async () => {
    const out = join(folder, "resume.jsonl");
    await bench({ seeds: [1], out });
    appendFileSync(out, '{"program":"torn');
    const { exitCode, lines } = await bench({ out });
    expect(exitCode).toBe(0);
    expect(lines[0]).toMatch(
      /^1\/2 {2}broken-cart seed 1 +passed {2}\d+\.\d s {2}1 passed so far {2}recorded earlier$/,
    );
    expect(lines[1]).toMatch(/^2\/2 {2}broken-cart seed 2 +passed {2}\d+\.\d s {2}2 passed so far$/);
    expect(lines.at(-1)).toMatch(/^goal met: 2 of 2 runs end with passing tests \(goal: 2\), \d+ s$/);
    const whole = readFileSync(out, "utf8")
      .split("\n")
      .filter((line) => line.endsWith("}"));
    expect(whole.map((line) => JSON.parse(line).seed)).toEqual([1, 2]);
  });

  it("is short of the goal when tests stay red; a file that is something else keeps its lines", async () => {
    const out = join(folder, "notes.txt");
    writeFileSync(out, "my notes");
    const { exitCode, lines } = await bench({ seeds: [1], out, args: ["--does", "nothing"] });
    expect(exitCode).toBe(1);
    expect(lines.at(-1)).toMatch(/^short of goal: 0 of 1 .*; not passed: broken-cart seed 1$/);
    expect(readFileSync(out, "utf8")).toMatch(/^my notes\n\{.*\}\n$/);
  });

  it("names what is missing, exit 2, and records nothing", async () => {
    const out = join(folder, "none.jsonl");
    const { exitCode, lines } = await bench({ out, args: ["--does", "no-model"] });
    expect(exitCode).toBe(2);
    expect(lines).toEqual(["no run: no model: none can be reached next: whippet models get 1.5b"]);
    expect(() => readFileSync(out)).toThrow("ENOENT");
  });

  it("ends at once when interrupted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(143), 200);
    const { exitCode, lines } = await bench({ args: ["--does", "wait"], interrupt: controller.signal });
    expect(exitCode).toBe(143);
    expect(lines).toEqual(["interrupted"]);
  });
});

describe("findResult", () => {
  const run = { program: "a", args: ["--model", "0.5b"], sample: "lap-times", seed: 1, passed: true, seconds: 1 };
  it.each([
    [{}, run],
    [{ program: "b" }, undefined],
    [{ args: ["--model", "1.5b"] }, undefined],
    [{ sample: "mail-queue" }, undefined],
    [{ seed: 2 }, undefined],
  ])("%o", (change, expected) => expect(findResult([run], { ...run, ...change })).toEqual(expected));
});

describe("options", () => {
  it("are taken out, others stay in order", () => {
    const args = ["--model", "0.5b", "--sample=lap-times", "--keep", "--out", "x", "--seed", "3"];
    expect(takeOption(args, "sample")).toBe("lap-times");
    expect(takeOption(args, "out")).toBe("x");
    expect(takeOption(args, "none")).toBeUndefined();
    expect(takeFlag(args, "keep")).toBe(true);
    expect(takeFlag(args, "keep")).toBe(false);
    expect(args).toEqual(["--model", "0.5b", "--seed", "3"]);
  });
});
