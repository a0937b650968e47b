import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { summarizeTests } from "../scripts/summarize-tests.mjs";

const root = join(import.meta.dirname, "..");

describe("summarizeTests", () => {
  const file = (name: string, status: string, ...tests: [status: string, group: string][]) => ({
    name,
    status,
    assertionResults: tests.map(([status, group]) => ({ status, ancestorTitles: [group] })),
  });

  it("counts tests and names the groups of skipped ones", () => {
    const report = {
      testResults: [
        file("a.test.ts", "failed", ["passed", "one"], ["failed", "one"], ["skipped", "two"], ["pending", "two"]),
        file("b.test.ts", "passed", ["passed", "one"], ["todo", "three"]),
      ],
    };
    const { passed, failed, skipped, groups } = summarizeTests(report, 1);
    expect({ passed, failed, skipped }).toEqual({ passed: 2, failed: 1, skipped: 3 });
    expect([...groups]).toEqual([
      ["a.test.ts › two", 2],
      ["b.test.ts › three", 1],
    ]);
  });

  it("counts a file that could not be run, errors outside of tests, and a missing report as failures", () => {
    expect(summarizeTests({ testResults: [file("a.test.ts", "failed")] }, 1).failed).toBe(1);
    expect(summarizeTests({ testResults: [file("a.test.ts", "passed", ["passed", "one"])] }, 1).failed).toBe(1);
    expect(summarizeTests(undefined, 1).failed).toBe(1);
  });
});

describe("run-ts", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, "scripts/run-ts.mjs"), ...args], { encoding: "utf8" });

  it("runs a TypeScript file with its arguments and passes on its exit code", () => {
    const folder = mkdtempSync(join(tmpdir(), "whippet-run-ts-"));
    writeFileSync(
      join(folder, "a.ts"),
      "const [first]: string[] = process.argv.slice(2);\nconsole.log(first);\nprocess.exit(3);",
    );
    const { status, stdout } = run(join(folder, "a.ts"), "two words");
    rmSync(folder, { recursive: true });
    expect([status, stdout]).toEqual([3, "two words\n"]);
  });

  it("names a file that is not there", () => {
    const { status, stderr } = run("nowhere.ts");
    expect(status).toBe(2);
    expect(stderr).toContain("no such file: nowhere.ts");
  });
});
