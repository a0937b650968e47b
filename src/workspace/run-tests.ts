import { cutLine } from "../lib/cut-line.ts";
import { isTestFile } from "../lib/is-test-file.ts";
import { splitLines } from "../lib/split-lines.ts";
import type { Check } from "../types.ts";
import { errorCode } from "./disk-failure.ts";
import { fromRoot } from "./paths.ts";
import { readBytes } from "./read-bytes.ts";
import type { Shell, ShellResult } from "./shell.ts";
import type { TestCommand } from "./test-command.ts";
import { readAnyReport } from "./test-reports/read-any-report.ts";
import { readNodeSpec } from "./test-reports/read-node-spec.ts";
import { readPytest } from "./test-reports/read-pytest.ts";
import { readTap } from "./test-reports/read-tap.ts";
import { readUnittest } from "./test-reports/read-unittest.ts";
import type { ReportReader, TestReport } from "./test-reports/test-report.ts";
import { walkFiles } from "./walk-files.ts";

/** Asked in this order; the first that knows the output reads it. */
const READERS: readonly ReportReader[] = [readTap, readNodeSpec, readPytest, readUnittest];

/** Longest line that is looked at, in characters: patterns stay fast whatever a program prints. */
const MAX_READ_LINE = 2_000;
const MAX_LINES = 40;
const MAX_LINE = 300;
/** Source lines that are put under the places a failure names. */
const MAX_SOURCES = 3;
/** Lines of a failing test that are shown before the one that failed. */
const MAX_TEST_LINES = 12;
/** How a test begins in the usual runners. */
const TEST_START = /^\s*(?:(?:test|it|specify)(?:\.\w+)?\s*\(|(?:async\s+)?def test|func Test|#\[test\]|@Test\b)/;
/** What pytest, and Python's unittest since 3.12, answer when no test ran. */
const NO_TESTS_RAN = 5;

/** Runs the project's tests. A run in which no test ran is not green, whatever the runner's exit code says. */
export async function runTests(
  shell: Shell,
  root: string,
  { command }: TestCommand,
  { timeoutMs = 120_000, signal }: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Check> {
  // Some runners watch for changes for ever unless they believe to be in a build.
  const result = await shell.run(command, { timeoutMs, variables: { CI: "1" }, ...(signal ? { signal } : {}) });
  const output = withoutRoot(withoutNoise(result.output), root);
  const report = readReport(output);
  const exitCode = result.exitCode === 0 && report.ran === 0 ? NO_TESTS_RAN : result.exitCode;
  const known = await walkFiles(root, 20_000);
  const isGreen = exitCode === 0 && result.stopped === undefined;
  const failure = isGreen ? "" : failureText(report, result, output, exitCode);
  const named = namedFiles(failure, known);
  const files = named.length > 0 || isGreen ? named : namedFiles(output, known);
  return {
    command,
    exitCode,
    timedOut: result.stopped === "timeout",
    passed: report.passed,
    failed: isGreen ? [] : report.failed,
    firstFailure: shorten(await withSources(failure, root, known)),
    files: report.nearest === "last" ? [...files].reverse() : files,
    durationMs: result.durationMs,
  };
}

/** What a test runner's output says, by the first reader that knows it. */
export function readReport(output: string): TestReport {
  for (const read of READERS) {
    const report = read(output);
    if (report) return report;
  }
  return readAnyReport(output);
}

function failureText(report: TestReport, result: ShellResult, output: string, exitCode: number | null): string {
  const tail = output.trimEnd().split("\n").slice(-20).join("\n");
  if (result.stopped === "timeout") {
    return `The tests did not end within ${Math.round(result.durationMs / 1000)} s and were stopped. The last lines:\n${tail}`;
  }
  if (exitCode === NO_TESTS_RAN && report.failed.length === 0) return `No test ran.\n${tail}`.trim();
  return report.failure || `The test command ended with exit code ${exitCode}.\n${tail}`.trim();
}

/** Without npm's own lines around a script's output, and without what overlong lines hold. */
function withoutNoise(output: string): string {
  return output
    .replace(/^> (?:\S+@\S+ )?[\w:-]+\n> .*$/gm, "")
    .split("\n")
    .filter((line) => !/^npm (?:ERR!|error|notice|warn)/.test(line))
    .map((line) => cutLine(line, MAX_READ_LINE))
    .join("\n");
}

/** Paths below the root made relative to it. */
function withoutRoot(text: string, root: string): string {
  return [`file://${encodeURI(root)}/`, `file://${root}/`, `${root}/`].reduce(
    (rest, prefix) => rest.replaceAll(prefix, ""),
    text,
  );
}

/** Files of the workspace that a text names, in its order; a bare name counts where only one file has it (`go test` writes no folders). */
function namedFiles(text: string, known: readonly string[]): readonly string[] {
  const paths = new Set(known);
  const found = text.split(/[^\w@+./-]+/).flatMap((word) => {
    const path = word.replace(/^\.\//, "").replace(/\.+$/, "");
    if (paths.has(path)) return [path];
    const sameName = !path.includes(".") || path.includes("/") ? [] : known.filter((file) => file.endsWith(`/${path}`));
    return sameName.length === 1 ? sameName : [];
  });
  return [...new Set(found)];
}

/** Puts the source under each `file:line` that a failure names: of a test its lines up to there, else the one line, where the runner did not show it. */
async function withSources(failure: string, root: string, known: readonly string[]): Promise<string> {
  let left = MAX_SOURCES;
  const lines: string[] = [];
  for (const line of failure.split("\n")) {
    lines.push(line);
    const [, number] = /:(\d{1,7})(?::\d{1,7})?\)?$/.exec(line.trimEnd()) ?? [];
    const [path] = number === undefined ? [] : namedFiles(line, known);
    const source = path && left > 0 ? await sourceLines(root, path, Number(number)) : [];
    const last = source.at(-1)?.trim();
    if (!last || failure.includes(last)) continue;
    const first = Number(number) - source.length + 1;
    lines.push(...source.map((text, index) => `      ${first + index}\t${text}`));
    left--;
  }
  return lines.join("\n");
}

/** The line, and before it in a test file those of the same test. */
async function sourceLines(root: string, path: string, number: number): Promise<readonly string[]> {
  try {
    const file = await readBytes(fromRoot(root, path));
    const all = file.kind === "file" ? splitLines(file.bytes.toString()).slice(0, number) : [];
    if (!isTestFile(path)) return all.slice(-1);
    const near = all.slice(-MAX_TEST_LINES);
    const start = near.findLastIndex((line) => TEST_START.test(line));
    return near.slice(start < 0 ? -1 : start);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

function shorten(text: string): string {
  const lines = text.trimEnd().split("\n");
  const kept =
    lines.length <= MAX_LINES
      ? lines
      : [...lines.slice(0, MAX_LINES - 1), `[… ${lines.length - MAX_LINES + 1} more lines]`];
  return kept.map((line) => cutLine(line, MAX_LINE)).join("\n");
}
