import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EXAMPLE_SETUP, exampleInvalid, exampleRun } from "../figures/example-run.ts";
import { openOutcomes, readOutcomes } from "./outcome-file.ts";

let home = "";
let told: string[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-outcomes-"));
  told = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const tell = (text: string): void => void told.push(text);
const line = (changes: object = {}): string => JSON.stringify({ ...exampleRun(), ...changes });

function file(text: string | Buffer): string {
  const path = join(home, "out.jsonl");
  writeFileSync(path, text);
  return path;
}

describe("a file of outcomes", () => {
  it("is read with byte order marks, other line ends and empty lines, of which nothing is told", () => {
    const path = file(`\uFEFF${line({ seed: 1 })}\r\n\n  \n\uFEFF${line({ seed: 2 })}\n`);
    expect(readOutcomes(path, tell).map(({ seed }) => seed)).toEqual([1, 2]);
    expect(told).toEqual([]);
  });

  it("tells how many lines are no runs", () => {
    const torn = line().slice(0, 50);
    const path = file(`${line()}\nnull\n${torn}\n${line({ seed: 2, type: "walk" })}\n`);
    expect(readOutcomes(path, tell)).toHaveLength(1);
    expect(told).toEqual([`3 lines of ${path} are no runs and were passed over.`]);
    openOutcomes(file(`${line()}\n${torn}`), EXAMPLE_SETUP, tell);
    expect(told[1]).toBe(`1 line of ${path} is no run and was passed over.`);
    expect(readFileSync(path, "utf8")).toMatch(/\n$/);
  });

  it.each([
    { seconds: -1 },
    { seconds: -1e308 },
    { seconds: 1e308 },
    { seed: 1.5 },
    { seed: -1 },
    { steps: 0.5 },
    { tokens: { ...exampleRun().tokens, sent: -5 } },
    { score: { ...exampleRun().score, passed: -1 } },
  ])("holds no run with %j", (changes) => {
    const path = file(`${line()}\n${line({ task: "e/other", ...changes })}\n`);
    expect(readOutcomes(path, tell).map(({ task }) => task)).toEqual(["exercism/luhn"]);
    expect(told).toHaveLength(1);
  });

  it("holds no number that is none", () => {
    const path = file(`${line()}\n${line({ task: "e/other" }).replace('"seconds":20', '"seconds":1e999')}\n`);
    expect(readOutcomes(path, tell)).toHaveLength(1);
  });

  it("takes what a bench writes: invalid runs, unknown numbers, no exit code", () => {
    const stop = { kind: "time-limit", why: "", exitCode: null } as const;
    const unknown = { sent: null, cached: null, evaluated: null, generated: null, fresh: 0 };
    const path = file(`${JSON.stringify(exampleInvalid())}\n${line({ stop, tokens: unknown, seconds: 0.001 })}\n`);
    expect(readOutcomes(path, tell)).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it("is refused where it holds no run at all, or is no plain file", () => {
    expect(() => readOutcomes(file("{}\n"), tell)).toThrow("holds no outcomes");
    expect(() => openOutcomes(home, EXAMPLE_SETUP, tell)).toThrow(`${home} is no plain file`);
    if (process.platform === "linux")
      expect(() => openOutcomes("/dev/full", EXAMPLE_SETUP, tell)).toThrow("/dev/full is no plain file");
  });

  it("is refused where its folder is not there", () => {
    expect(() => openOutcomes(join(home, "no/out.jsonl"), EXAMPLE_SETUP, tell)).toThrow("can't be used");
  });
});
