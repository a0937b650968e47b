// npm test: installs what is missing, builds, runs all tests once and ends with the line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { root, runScript } from "./ensure-installed.mjs";
import { summarizeTests } from "./summarize-tests.mjs";

/**
 * Runs vitest once with these arguments, prints the groups of skipped tests and the counts, and returns the exit code.
 * @param {string[]} args
 */
export function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), "whippet-test-report-"));
  const reportFile = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const run = spawnSync(process.execPath, [vitest, "run", ...reporters, ...args], { cwd: root, stdio: "inherit" });
  const { passed, failed, skipped, groups } = summarizeTests(readReport(reportFile), run.status ?? 1);
  rmSync(folder, { recursive: true, force: true });
  for (const [group, count] of groups) console.log(`skipped: ${group.replace(`${root}/`, "")} (${count})`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed > 0 ? 1 : 0;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.error(`vitest wrote no report: ${error}`);
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await build().catch((error) => {
      console.error(error.message);
      throw new Error("0 passed, 1 failed");
    });
    process.exitCode = runTests(process.argv.slice(2));
  });
}
