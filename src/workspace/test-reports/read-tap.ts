import { trimBlankLines, withoutNodeFrames } from "./node-stack.ts";
import type { ReportReader } from "./test-report.ts";

type Failed = {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly comments: readonly string[];
};

/** The Test Anything Protocol, as `node --test` of Node.js 20 writes it into a pipe. */
export const readTap: ReportReader = (output) => {
  if (!/^TAP version \d+$/m.test(output)) return undefined;
  const failed = failedTests(output.split("\n"));
  const count = (what: string): number | null => {
    const match = [...output.matchAll(new RegExp(`^# ${what} (\\d+)$`, "gm"))].at(-1);
    return match ? Number(match[1]) : null;
  };
  const [first] = failed;
  return {
    passed: count("pass"),
    ran: count("tests"),
    failed: failed.map(({ name }) => name),
    failure: first ? describe(first) : "",
    nearest: "first",
  };
};

/** Every `not ok` with its block of details; a group that failed only through its members is left out. */
function failedTests(lines: readonly string[]): Failed[] {
  const failed: Failed[] = [];
  const parents: string[] = [];
  let comments: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, indent = "", result, comment] = /^( *)(?:((?:not )?ok) \d+ - .*|# (.*))$/.exec(line) ?? [];
    const depth = indent.length / 4;
    if (comment?.startsWith("Subtest: ")) parents.splice(depth, parents.length, unescapeTap(comment.slice(9)));
    else if (comment !== undefined && depth === 0) comments.push(unescapeTap(comment));
    if (result === undefined) continue;
    const fields = detailsAfter(lines, index);
    if (result === "not ok" && fields.get("failureType") !== "subtestsFailed" && !/# (?:TODO|SKIP)/i.test(line)) {
      const name = unescapeTap(line.replace(/^ *not ok \d+ - /, ""));
      failed.push({ name: [...parents.slice(0, depth), name].join(" > "), fields, comments });
    }
    if (depth === 0) comments = [];
  }
  return failed;
}

/** The YAML block under a result: each key with its value, quotes taken off, blocks without their indentation. */
function detailsAfter(lines: readonly string[], index: number): ReadonlyMap<string, string> {
  const indent = /^( *)---$/.exec(lines[index + 1] ?? "")?.[1];
  if (indent === undefined) return new Map();
  const rest = lines.slice(index + 2);
  const block = rest.slice(0, rest.indexOf(`${indent}...`)).map((line) => line.slice(indent.length));
  const values = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of block) {
    const [, key, value = ""] = /^(\w+):(?: (.*))?$/.exec(line) ?? [];
    if (key === undefined) current.push(line.slice(2));
    else {
      current = value === "|-" || value === "" ? [] : [scalar(value)];
      values.set(key, current);
    }
  }
  return new Map([...values].map(([key, value]) => [key, value.join("\n")]));
}

function scalar(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
}

function describe({ name, fields, comments }: Failed): string {
  const values = ["expected", "actual"].flatMap((key) => {
    const value = fields.get(key);
    return value === undefined || value.includes("\n") ? [] : [`${key}: ${value}`];
  });
  const error = (fields.get("error") ?? "").split("\n");
  // A file that could not be loaded: what it wrote before it ended is the reason.
  const written = fields.get("exitCode") === undefined ? [] : comments;
  const stack = (fields.get("stack") ?? "").split("\n").filter((line) => line !== "");
  return [
    `FAILED: ${name}`,
    ...trimBlankLines(written.length > 0 ? withoutNodeFrames(written) : error),
    ...values,
    ...withoutNodeFrames(stack.map((line) => `    at ${line}`)),
  ].join("\n");
}

function unescapeTap(text: string): string {
  return text.replace(/\\([\\#])/g, "$1");
}
