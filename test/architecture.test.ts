import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkArchitecture, type Exception } from "./architecture/check-architecture.ts";
import { readImportTable } from "./architecture/import-table.ts";

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: "file-size",
    path: "src/types.ts",
    reason: "the whole vocabulary in one place: types and their comments, no code",
  },
  {
    rule: "barrel",
    path: "src/app/create-agent.ts",
    reason: "the library's entry: users need the types of what it takes and gives",
  },
];

const root = join(import.meta.dirname, "..");
const table = readImportTable(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));

function projectFiles(): Map<string, string> {
  const paths = ["src", "bench", "test", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const code = paths.filter((path) => /\.(ts|mjs)$/.test(path) && !/\.d\.ts$|\/fixtures\//.test(path));
  return new Map(code.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** What the rules say about these files alone, as `rule path:line`. */
function found(files: Record<string, string>, exceptions: readonly Exception[] = []): string[] {
  const problems = checkArchitecture(new Map(Object.entries(files)), table, exceptions);
  return problems.map(({ rule, path, line }) => `${rule} ${path}:${line}`);
}

describe("the architecture", () => {
  it("holds in every file of this repository", () => {
    const problems = checkArchitecture(projectFiles(), table, EXCEPTIONS);
    expect(problems.map(({ rule, path, line, text }) => `${path}:${line} ${rule}: ${text}`)).toEqual([]);
  });
});

describe("the import table", () => {
  it("is refused where it is missing", () => {
    expect(() => readImportTable("# Nothing here")).toThrow("no import table");
  });

  it.each([
    ["a feature that imports the agent", "src/features/a.ts", 'import { run } from "../agent/loop.ts";'],
    ["a type that is imported", "src/agent/loop.ts", 'import type { Tool } from "../tools/read.ts";'],
    ["a late import", "src/cli/main.ts", 'const tools = () => import("../tools/index.ts");'],
    ["an import type expression", "src/lib/a.ts", 'export type A = import("../log/select.ts").B;'],
    ["what is passed on", "src/providers/a.ts", 'export { b } from "../agent/b.ts";'],
    ["a part of a folder that is not named", "src/parse/a.ts", 'import { createLog } from "../log/create-log.ts";'],
    ["a folder without a row", "src/helpers-of-mine/a.ts", "export const a = 1;"],
    ["the program from the vocabulary", "src/types.ts", 'import type { A } from "./lib/a.ts";'],
    ["a benchmark that reaches into the program", "bench/a.ts", 'import { run } from "../src/agent/loop.ts";'],
  ])("fails on %s", (_, path, text) => {
    expect(found({ [path]: text })).toContain(`import ${path}:1`);
  });

  it("allows what it names, and everything to tests", () => {
    expect(
      found({
        "src/parse/a.ts": 'import { lastResult } from "../log/select.ts";\nimport { b } from "./b.ts";',
        "src/parse/a.test.ts": 'import { run } from "../agent/loop.ts";\nimport { readFileSync } from "node:fs";',
        "src/cli/a.ts": 'import { loadEnvironment } from "../config/load.ts";',
      }),
    ).toEqual([]);
  });
});

describe("cycles", () => {
  it("fails on two files of one folder that need each other, also through types", () => {
    const files = {
      "src/lib/a.ts": 'import { b } from "./b.ts";',
      "src/lib/b.ts": 'import type { C } from "./c.ts";',
      "src/lib/c.ts": 'import { a } from "./a.ts";',
      "src/lib/d.ts": 'import { a } from "./a.ts";',
    };
    expect(found(files)).toEqual(["cycle src/lib/a.ts:1"]);
  });
});

describe("the surroundings", () => {
  it.each([
    "const home = process.env.HOME;",
    'const home = process["env"].HOME;',
    "const home = globalThis.process.env.HOME;",
    "const { env } = process;",
    'import { env as surroundings } from "node:process";',
  ])("fails on %s", (text) => {
    expect(found({ "src/workspace/a.ts": text })).toEqual(["environment src/workspace/a.ts:1"]);
    expect(found({ "src/config/load.ts": text })).toEqual([]);
  });

  it.each([
    'import { readFileSync } from "node:fs";',
    'import { readFile } from "fs/promises";',
    'import type { Stats } from "node:fs";',
    'const { spawn } = await import("node:child_process");',
    'const { spawn } = require("child_process");',
    'const { spawn } = process.getBuiltinModule("node:child_process");',
  ])("fails on %s outside the folders that touch the disk", (text) => {
    expect(found({ "src/cli/a.ts": text })).toEqual(["disk src/cli/a.ts:1"]);
    expect(found({ "src/prompt/cards-of-mine.ts": text })).toEqual(["disk src/prompt/cards-of-mine.ts:1"]);
    expect(found({ "src/prompt/cards/load.ts": text, "src/providers/embedded/fetch.ts": text })).toEqual([]);
  });
});

describe("names of parts in agent/", () => {
  const parts = {
    "src/types.ts":
      'export type Kind = "read" | "run";\nexport type Action = { kind: Kind; name: string; on: "overflow" | "stop" };',
    "src/tools/read.ts": 'export const read = { name: "read" };',
    "src/features/step-limit.ts": "export const stepLimit = {};",
    "src/features/step-limit.test.ts": "",
    "src/features/overflow.ts": "export const overflow = {};",
    "src/features/overflow.test.ts": "",
    "src/providers/quirks.ts": 'export const quirks = [{ name: "llama.cpp" }];',
  };

  it.each([
    'if (call.name === "read") stop();',
    'const ends = (name: string) => name === "step-limit";',
    'switch (call.name) { case "read": stop(); }',
    'record({ name: "llama.cpp" });',
    "const first = tools[`read`];",
    'type Known = { name: "read" };',
    'const kinds = ["overflow"];',
  ])("fails on %s", (text) => {
    expect(found({ ...parts, "src/agent/loop.ts": text })).toEqual(["part-name src/agent/loop.ts:1"]);
  });

  it.each([
    'if (action?.kind === "read") stop();',
    'switch (error.on) { case "overflow": stop(); }',
    'const action = { kind: fast ? "run" : "read" };',
    'type Reads = Extract<Action, { kind: "read" }>;',
    'const text = "read the file";',
  ])("lets words of the vocabulary be: %s", (text) => {
    expect(found({ ...parts, "src/agent/loop.ts": text })).toEqual([]);
  });
});

describe("shapes", () => {
  const lines = (count: number) => "// a line\n".repeat(count);

  it("fails on long files, long functions and a large agent", () => {
    expect(found({ "src/lib/a.ts": lines(301) })).toEqual(["file-size src/lib/a.ts:1"]);
    expect(found({ "src/lib/a.ts": lines(300), "src/lib/a.test.ts": lines(900) })).toEqual([]);
    expect(found({ "src/lib/a.ts": `\nconst long = () => {\n${lines(59)}};` })).toEqual([
      "function-size src/lib/a.ts:2",
    ]);
    expect(found({ "scripts/a.mjs": `export function long() {\n${lines(58)}}` })).toEqual([]);
    expect(found({ "src/agent/a.ts": lines(226), "src/agent/b.ts": lines(225) })).toEqual(["agent-size src/agent:1"]);
  });

  it.each([
    ["default-export", "export default 1;"],
    ["default-export", "const a = 1;\nexport { a as default };"],
    ["barrel", 'export * from "./b.ts";'],
    ["barrel", 'export type { B } from "./b.ts";'],
    ["barrel", 'import { b } from "./b.ts";\nexport { b };'],
    ["module-state", "export let calls = 0;"],
    ["module-state", "var calls = 0;"],
    ["empty-catch", "try { a(); } catch {}"],
    ["empty-catch", "a().catch(() => {});"],
  ])("fails on a %s: %s", (rule, text) => {
    expect(found({ "src/lib/a.ts": text }).map((line) => line.split(" ")[0])).toEqual([rule]);
  });

  it("allows the three lists to gather others", () => {
    expect(found({ "src/tools/index.ts": 'export { read } from "./read.ts";' })).toEqual([]);
  });

  it("fails on a feature without a test, and on one that imports another", () => {
    const feature = 'import type { Feature } from "../types.ts";\nexport const a: Feature = { name: "a" };';
    const list = 'import { a } from "./a.ts";\nexport const features = [a];';
    expect(found({ "src/features/a.ts": feature })).toEqual(["feature-test src/features/a.ts:1"]);
    expect(
      found({ "src/features/a.ts": feature, "src/features/a.test.ts": "", "src/features/index.ts": list }),
    ).toEqual([]);
    expect(found({ "src/features/a.ts": feature, "src/features/a.test.ts": "", "src/features/b.ts": list })).toEqual([
      "feature-import src/features/b.ts:1",
    ]);
  });

  it("fails on file names that say nothing", () => {
    expect(found({ "src/lib/string-utils.ts": "", "src/lib/readFile.ts": "" })).toEqual([
      "file-name src/lib/string-utils.ts:1",
      "file-name src/lib/readFile.ts:1",
    ]);
  });

  it("fails on an exception that is no longer needed", () => {
    const exceptions = [{ rule: "file-size", path: "src/lib/a.ts", reason: "a table" }];
    expect(found({ "src/lib/a.ts": lines(301) }, exceptions)).toEqual([]);
    expect(found({ "src/lib/a.ts": "" }, exceptions)).toEqual(["exception src/lib/a.ts:1"]);
  });
});
