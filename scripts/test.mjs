// npm test: installs what is missing, builds, runs all tests once and ends with the line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { root, runScript } from "./ensure-installed.mjs";
import { summarizeTests } from "./summarize-tests.mjs";

/** Tests with a real model run by themselves, one file after the other: two models on two cores starve each other. */
export const MODEL_TESTS = ["test/model", "--no-file-parallelism"];

/**
 * Runs vitest once for each list of arguments, prints the groups of skipped tests and the sum of the counts, and returns the exit code.
 * @param {string[][]} runs
 */
export function runTests(...runs) {
  const counts = runs.map(runOnce);
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ what) =>
    counts.reduce((total, count) => total + count[what], 0);
  for (const [group, count] of counts.flatMap(({ groups }) => [...groups])) {
    console.log(`skipped: ${group.replace(`${root}/`, "")} (${count})`);
  }
  const skipped = sum("skipped");
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return sum("failed") > 0 ? 1 : 0;
}

/** @param {string[]} args */
function runOnce(args) {
  const folder = mkdtempSync(join(tmpdir(), "whippet-test-report-"));
  const reportFile = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const run = spawnSync(process.execPath, [vitest, "run", ...reporters, ...args], { cwd: root, stdio: "inherit" });
  const summary = summarizeTests(readReport(reportFile), run.status ?? 1);
  rmSync(folder, { recursive: true, force: true });
  return summary;
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
    const args = process.argv.slice(2);
    process.exitCode = args.length > 0 ? runTests(args) : runTests(["--exclude", "test/model/**"], MODEL_TESTS);
  });
}
