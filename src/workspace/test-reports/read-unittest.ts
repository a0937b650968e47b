import { trimBlankLines } from "./node-stack.ts";
import { withoutForeignFrames } from "./python-traceback.ts";
import type { ReportReader } from "./test-report.ts";

const RULE = /^={70}$/m;

/** Python's `unittest`; also a plain traceback, which is all it writes when a test file cannot be loaded. */
export const readUnittest: ReportReader = (output) => {
  const total = /^Ran (\d+) tests? in /m.exec(output);
  if (!total) return traceback(output);
  const blocks = output.split(RULE).slice(1);
  const [first] = blocks;
  const ran = Number(total[1]);
  return {
    passed: ran - new Set(blocks.map(nameIn).map(withoutSubtest)).size - skipped(output),
    ran,
    failed: blocks.map(nameIn),
    failure: first === undefined ? "" : describe(first),
    nearest: "last",
  };
};

/** From the closing line: `FAILED (failures=4, skipped=1)`, `OK (skipped=1)`. */
function skipped(output: string): number {
  return Number(/^(?:FAILED|OK) \(.*?skipped=(\d+)/m.exec(output)?.[1] ?? 0);
}

/** Each failed subtest is reported, but only the test as a whole is counted. */
function withoutSubtest(name: string): string {
  return name.split(" ")[0] ?? name;
}

/** `FAIL: test_x (leap_test.LeapTest.test_x) (year=1900)` as `leap_test.LeapTest.test_x (year=1900)`. */
function nameIn(block: string): string {
  const [, name = "", place = "", rest = ""] = /^(?:FAIL|ERROR): (\S+) \(([^)]*)\)(.*)$/m.exec(block) ?? [];
  return (place.endsWith(name) ? place : `${place}.${name}`) + rest;
}

function describe(block: string): string {
  const [head = "", ...body] = block.split(/^-{70}$/m);
  const lines = (body[0] ?? "").split("\n").filter((line) => line !== "Traceback (most recent call last):");
  return [...trimBlankLines(head.split("\n")), ...trimBlankLines(withoutForeignFrames(lines))].join("\n");
}

function traceback(output: string): ReturnType<ReportReader> {
  const start = output.lastIndexOf("Traceback (most recent call last):");
  if (start < 0) return undefined;
  const failure = trimBlankLines(withoutForeignFrames(output.slice(start).split("\n"))).join("\n");
  return { passed: 0, ran: 0, failed: [], failure, nearest: "last" };
}
