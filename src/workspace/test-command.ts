import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isTestFile } from "../lib/is-test-file.ts";
import { shellQuote } from "../lib/shell-quote.ts";
import { errorCode } from "./disk-failure.ts";
import { walkFiles } from "./walk-files.ts";

/**
 * How the project runs its tests; `aliases` are other texts of the same command, such as the script behind `npm test`.
 * `definedIn`: the file in the root whose text decides what the command does (a script, a rule, pytest's settings), where there is one.
 */
export type TestCommand = {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly definedIn?: "package.json" | "Makefile" | PytestFile;
};

/** Where pytest looks for its settings, in its order. */
const PYTEST_FILES = ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"] as const;
type PytestFile = (typeof PYTEST_FILES)[number];

/** One way to find a test command: the file that the project must hold, if any, and what follows from its text (null = not this way). */
type Row = {
  readonly file?: string;
  readonly find: (text: string, root: string) => TestCommand | null | Promise<TestCommand | null>;
};

/** More test files than this are found by the runner itself, not named one by one. */
const MAX_NAMED = 20;

/** Asked in this order; the first that knows a command wins. */
const ROWS: readonly Row[] = [
  { file: "package.json", find: npmTest },
  { file: "go.mod", find: () => plain("go test ./...") },
  { file: "Cargo.toml", find: () => plain("cargo test -q") },
  { find: (_, root) => pythonTests(root) },
  { file: "Makefile", find: makeTest },
];

/** The project's test command, found from its files; null where there is none. */
export async function findTestCommand(root: string): Promise<TestCommand | null> {
  for (const { file, find } of ROWS) {
    const text = file === undefined ? "" : await readIfThere(join(root, file));
    const command = text === null ? null : await find(text, root);
    if (command) return command;
  }
  return null;
}

function plain(command: string): TestCommand {
  return { command, aliases: [] };
}

function npmTest(text: string): TestCommand | null {
  const script = testScript(text);
  // What `npm init` writes.
  if (script === null || /no test specified/.test(script)) return null;
  return { command: "npm test", aliases: ["npm run test", "npm t", script], definedIn: "package.json" };
}

function makeTest(text: string): TestCommand | null {
  return /^test\s*:/m.test(text) ? { ...plain("make test"), definedIn: "Makefile" } : null;
}

function testScript(text: string): string | null {
  try {
    const script: unknown = (JSON.parse(text) as { scripts?: { test?: unknown } } | null)?.scripts?.test;
    return typeof script === "string" && script.trim() !== "" ? script.trim() : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

async function pythonTests(root: string): Promise<TestCommand | null> {
  const tests = (await walkFiles(root, 5_000)).filter(
    (path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path) && isTestFile(path),
  );
  if (tests.length === 0) return null;
  const python = existsSync(join(root, ".venv/bin/python3")) ? ".venv/bin/python3" : "python3";
  const texts = (await Promise.all(tests.slice(0, MAX_NAMED).map((test) => readIfThere(join(root, test))))).map(
    (text) => text ?? "",
  );
  const settings = await pytestFile(root);
  if ((settings || texts.some(isPytestStyle)) && (await hasPytest(root, python))) {
    return {
      command: `${python} -m pytest -q`,
      aliases: ["pytest", "pytest -q", `${python} -m pytest`, "python -m pytest"],
      ...(settings ? { definedIn: settings } : {}),
    };
  }
  // Without any unittest class the command would find no test and end well.
  if (!texts.some((text) => text.includes("unittest"))) return pythonScripts(tests, texts, python);
  if (tests.length > MAX_NAMED) return plain(`${python} -m unittest discover -q`);
  const names = tests.map(shellQuote).join(" ");
  return {
    command: `${python} -m unittest -q ${names}`,
    aliases: [`${python} -m unittest ${names}`, `python -m unittest ${names}`],
  };
}

/** Tests that are programs of their own: they assert as they run. */
function pythonScripts(tests: readonly string[], texts: readonly string[], python: string): TestCommand | null {
  const scripts = tests.filter((_, index) => isTestScript(texts[index] ?? ""));
  if (scripts.length === 0) return null;
  return plain(scripts.map((script) => `${python} ${shellQuote(script)}`).join(" && "));
}

/** Asserts something, and does so when it is run: functions named for a runner would only be defined. */
function isTestScript(text: string): boolean {
  return /^\s*assert\b/m.test(text) && /^(?:assert\b|[\w.]+\(|if __name__\b)/m.test(text) && !isPytestStyle(text);
}

/** The file that holds pytest's settings: `pytest.ini`, also an empty one, or another with a section for it. */
async function pytestFile(root: string): Promise<PytestFile | undefined> {
  for (const file of PYTEST_FILES) {
    const text = await readIfThere(join(root, file));
    if (text !== null && (file === "pytest.ini" || /^\[(tool\.|tool:)?pytest/m.test(text))) return file;
  }
  return undefined;
}

/** Imports pytest, or has a test outside any class. */
function isPytestStyle(text: string): boolean {
  return /^\s*(import|from)\s+pytest\b/m.test(text) || /^(async\s+)?def\s+test_/m.test(text);
}

async function hasPytest(root: string, python: string): Promise<boolean> {
  const script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('pytest') is None)";
  try {
    await promisify(execFile)(python, ["-c", script], { cwd: root, timeout: 10_000 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return false;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
