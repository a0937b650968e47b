/**
 * Counts of vitest's JSON report. Files that could not be run and errors outside of tests count as failed;
 * `groups` maps each file and group with skipped tests to their number.
 * @param {any} report undefined where vitest wrote none
 * @param {number} exitCode vitest's own
 */
export function summarizeTests(report, exitCode) {
  /** @type {any[]} */
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => testsOf(file));
  const brokenFiles = files.filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed)).length;
  const skipped = tests.filter((test) => test.status !== "passed" && !isFailed(test));
  /** @type {Map<string, number>} */
  const groups = new Map();
  for (const test of skipped) {
    const group = [test.file, ...test.ancestorTitles.slice(0, 1)].join(" › ");
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  const failed = tests.filter(isFailed).length + brokenFiles;
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: skipped.length,
    groups,
  };
}

/** @param {any} file */
const testsOf = (file) => file.assertionResults.map((/** @type {any} */ test) => ({ ...test, file: file.name }));

/** @param {any} test */
const isFailed = (test) => test.status === "failed";
