import { trimBlankLines } from "./node-stack.ts";
import type { TestReport } from "./test-report.ts";

/** How runners name a failed test. */
const FAILED_NAMES: readonly RegExp[] = [
  /^\s*--- FAIL: (\S+)/gm, // go test
  /^test (\S+) \.\.\. FAILED$/gm, // cargo test
  /^\s*● (.+)$/gm, // Jest
  /^\s*(?:×|✗|✘|✖) (.+?)(?: \d+ ?ms)?$/gm, // Vitest, AVA
  /^\s*not ok \d+ -? ?(.+)$/gm, // TAP
];

/** Where the first failure's text begins, most telling first. */
const FAILURE_STARTS: readonly RegExp[] = [
  /^---- .+ stdout ----$/, // cargo test
  /^error(?:\[\w+\])?:/, // rustc and others: it did not compile
  /^\s*--- FAIL: /, // go test
  /^\s*● /, // Jest
  /^ *FAIL {2}/, // Vitest
  /^\S+\.\w+:\d+(?::\d+)?:? .*(?:error|undefined|expected)/i, // compilers
  /\b(?:AssertionError|Error|Exception|panicked|FAIL(?:ED)?)\b/,
];

const HEAD_LINES = 12;
const MAX_LINES = 40;

/** What can be told of a runner that no other reader knows: counts and names by common wording, the first failure by its first words, else head and tail. */
export function readAnyReport(output: string): TestReport {
  const names = FAILED_NAMES.map((pattern) => [...output.matchAll(pattern)].map(([, name = ""]) => name.trim()));
  const failed = [...new Set(names.find((found) => found.length > 0) ?? [])];
  const passed = sumOf(output, /(\d+) pass(?:ed|ing)\b/g);
  const failures = sumOf(output, /(\d+) fail(?:ed|ing|ures?)\b/g);
  const lines = trimBlankLines(output.split("\n"));
  return {
    passed,
    ran: passed === null ? null : passed + (failures ?? 0),
    failed,
    failure: firstFailure(lines),
    nearest: "first",
  };
}

/** Sum over the lines that count tests; those that begin with "Tests" win over those that count files. */
function sumOf(output: string, pattern: RegExp): number | null {
  const lines = output.split("\n").filter((line) => line.match(pattern));
  const ofTests = lines.filter((line) => /^\s*Tests\b/.test(line));
  const counted = (ofTests.length > 0 ? ofTests : lines).flatMap((line) => [...line.matchAll(pattern)]);
  return counted.length === 0 ? null : counted.reduce((sum, [, number]) => sum + Number(number), 0);
}

function firstFailure(lines: readonly string[]): string {
  for (const start of FAILURE_STARTS) {
    const at = lines.findIndex((line) => start.test(line));
    if (at >= 0) return lines.slice(at, at + MAX_LINES).join("\n");
  }
  if (lines.length <= MAX_LINES) return lines.join("\n");
  const tail = lines.slice(lines.length - (MAX_LINES - HEAD_LINES - 1));
  return [...lines.slice(0, HEAD_LINES), `[… ${lines.length - MAX_LINES + 1} lines …]`, ...tail].join("\n");
}
