import { trimBlankLines, withoutNodeFrames } from "./node-stack.ts";
import type { ReportReader } from "./test-report.ts";

/** The `spec` form of `node --test`, which newer versions of Node.js write everywhere. */
export const readNodeSpec: ReportReader = (output) => {
  const count = (what: string): number | null => {
    const match = [...output.matchAll(new RegExp(`^ℹ ${what} (\\d+)$`, "gm"))].at(-1);
    return match ? Number(match[1]) : null;
  };
  if (count("tests") === null) return undefined;
  const [before = "", details = ""] = output.split(/^✖ failing tests:$/m);
  const blocks = details.split(/^test at .*$/m).slice(1);
  const names = blocks.map((block) => nameIn(block) ?? "").filter((name) => name !== "");
  const [first] = blocks;
  return {
    passed: count("pass"),
    ran: count("tests"),
    failed: names,
    failure: first === undefined ? "" : describe(first, before),
    nearest: "first",
  };
};

function nameIn(block: string): string | undefined {
  return /^✖ (.*?)(?: \([\d.]+ms\))?$/m.exec(block)?.[1];
}

function describe(block: string, before: string): string {
  const lines = block.split("\n").filter((line) => !line.startsWith("✖ "));
  const heading = `FAILED: ${nameIn(block)}`;
  if (/^\s*'test failed'\s*$/.test(lines.join("\n"))) return [heading, ...loadError(before)].join("\n");
  const open = lines.findIndex((line) => /^ {4,}at .* \{$/.test(line) || /^\s*\} \{$/.test(line));
  const message = open < 0 ? lines : [...lines.slice(0, open), lines[open]?.replace(/ \{$/, "") ?? ""];
  const stackStart = message.findIndex((line) => /^ {4,}at /.test(line));
  const said = stackStart < 0 ? message : message.slice(0, stackStart);
  const stack = stackStart < 0 ? [] : message.slice(stackStart);
  return [
    heading,
    ...trimBlankLines(said.map((line) => line.replace(/^ {2}/, ""))),
    ...valuesIn(open < 0 ? [] : lines.slice(open)),
    ...withoutNodeFrames(stack.map((line) => `    ${line.trim()}`)),
  ].join("\n");
}

/** `actual: 1,` and `expected: 0,` of the error's own fields, where they fit on a line. */
function valuesIn(fields: readonly string[]): string[] {
  return ["expected", "actual"].flatMap((key) => {
    const value = fields
      .map((line) => new RegExp(`^\\s+${key}: (.*?),?$`).exec(line)?.[1])
      .find((found) => found !== undefined);
    return value === undefined || /[[{(]$/.test(value) ? [] : [`${key}: ${value}`];
  });
}

/** What a test file that could not be loaded wrote: from the place (`file:line`) to the version of Node.js. */
function loadError(before: string): string[] {
  const lines = before.split("\n");
  const end = lines.findIndex((line) => line.startsWith("Node.js v"));
  const until = end < 0 ? lines.findIndex((line) => /^[✖✔▶ℹ]/.test(line)) : end;
  const said = lines.slice(0, until < 0 ? lines.length : until);
  const start = said.findLastIndex((line) => /^(?:file:\/\/)?\/.*:\d+$/.test(line));
  return withoutNodeFrames(said.slice(Math.max(0, start)));
}
