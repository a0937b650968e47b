import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyPatch, parsePatch } from "diff";
import { afterAll, describe, expect, it } from "vitest";
import { root, SAMPLES } from "./run-sample.ts";
import { runTests } from "./run-tests.ts";

const never = new AbortController().signal;
const parent = mkdtempSync(join(tmpdir(), "whippet-samples-test-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}

describe("samples", () => {
  it("are all the folders of examples/", () => {
    expect(readdirSync(join(root, "examples")).sort()).toEqual([...SAMPLES].sort());
  });

  it.concurrent.each(SAMPLES)("%s fails in one or two tests and passes with its fix", async (name) => {
    const folder = join(parent, name);
    cpSync(join(root, "examples", name), folder, { recursive: true });
    const broken = await runTests(folder, never);
    expect(broken.exitCode).toBe(1);
    expect(broken.total).toBeGreaterThanOrEqual(7);
    expect([1, 2]).toContain(broken.total - broken.passed);

    const patches = parsePatch(readFileSync(join(root, "bench", "sample-fixes", `${name}.diff`), "utf8"));
    expect(patches).toHaveLength(1);
    for (const patch of patches) {
      const file = join(folder, patch.newFileName?.replace(/^b\//, "") ?? "");
      const fixed = applyPatch(readFileSync(file, "utf8"), patch);
      if (fixed === false) throw new Error(`the fix of ${name} does not fit`);
      writeFileSync(file, fixed);
    }
    expect(await runTests(folder, never)).toEqual({
      exitCode: 0,
      total: broken.total,
      passed: broken.total,
      timedOut: false,
    });
  });

  it.each(SAMPLES)("%s has two or three sources, a README, and no file above 60 lines", (name) => {
    const files = filesOf(join(root, "examples", name));
    const sources = files.filter((file) => /\.m?js$/.test(file) && !/\.test\.m?js$/.test(file));
    expect([2, 3]).toContain(sources.length);
    expect(files.some((file) => file.endsWith("README.md"))).toBe(true);
    for (const file of files) expect(readFileSync(file, "utf8").split("\n").length, file).toBeLessThanOrEqual(61);
  });
});
