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
    passed: Math.max(0, ran - outcomes(output)),
    ran,
    failed: blocks.map(nameIn),
    failure: first === undefined ? "" : describe(first),
    nearest: "last",
  };
};

/** How many tests did not pass, from the closing line: `FAILED (failures=4, errors=1)`, `OK (skipped=1)`. */
function outcomes(output: string): number {
  const counts = /^(?:FAILED|OK) \((.*)\)$/m.exec(output)?.[1] ?? "";
  return [...counts.matchAll(/(?:failures|errors|skipped)=(\d+)/g)].reduce(
    (sum, [, number]) => sum + Number(number),
    0,
  );
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
