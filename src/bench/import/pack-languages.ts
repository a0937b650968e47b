import { isBuiltin } from "node:module";
import { type FileContents, NotImportable } from "./imported-task.ts";

/** The fields of a HumanEvalPack line that are used. `prompt` is the start of the program, with its documentation; the solutions go on from there. */
export type PackRecord = {
  readonly task_id: string;
  readonly prompt: string;
  readonly buggy_solution: string;
  readonly canonical_solution: string;
  readonly entry_point: string;
  readonly test: string;
  readonly test_setup?: string | undefined;
};

/** How a language's records become files. */
export type PackLanguage = {
  readonly name: string;
  /** Before the `/` of a record's id. */
  readonly prefix: string;
  /** The program's file. */
  readonly file: string;
  /** Finds the functions that a prompt declares; the last one is to be mended. (Entry points are written in other ways: `HasCloseElements` for `hasCloseElements`.) */
  readonly declaration: RegExp;
  /** Where the function says what it does. */
  readonly documentation: string;
  readonly testCommand: readonly string[];
  /** A `NotImportable` for tests that could pass without having run. */
  readonly tests: (record: PackRecord) => FileContents;
};

export const PACK_LANGUAGES: readonly PackLanguage[] = [
  {
    name: "python",
    prefix: "Python",
    file: "solution.py",
    declaration: /^(?:async )?def (\w+)/gm,
    documentation: "docstring",
    testCommand: ["python3", "-m", "unittest", "-q", "test_solution"],
    tests: pythonTests,
  },
  {
    name: "javascript",
    prefix: "JavaScript",
    file: "solution.js",
    declaration: /^(?:const|let|var|(?:async )?function\*?) +(\w+)/gm,
    documentation: "comment",
    testCommand: ["node", "test_solution.js"],
    tests: javascriptTests,
  },
];

/** The checks run as their module is read; that happens inside a test, so that a program that ends Python counts as an error. */
const PYTHON_RUNNER = `import unittest


class Checks(unittest.TestCase):
    def test_checks(self):
        import solution_checks


if __name__ == "__main__":
    unittest.main()
`;

function pythonTests({ test, test_setup = "", entry_point }: PackRecord): FileContents {
  const call = /^check\(/m.test(test) ? "" : `\ncheck(${entry_point})\n`;
  return new Map([
    ["test_solution.py", Buffer.from(PYTHON_RUNNER)],
    ["solution_checks.py", Buffer.from(`from solution import *\n${test_setup}\n${test.trim()}\n${call}`)],
  ]);
}

/** Node's own `console.assert` only prints; and a program that ends Node early must not pass. */
const JAVASCRIPT_RUNNER = `const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { runInThisContext } = require("node:vm");

let isDone = false;
process.on("exit", () => {
  if (!isDone) process.exitCode = 1;
});
console.assert = require("node:assert").ok;
globalThis.require = require;
runInThisContext(readFileSync(join(__dirname, "solution.js"), "utf8"), "solution.js");
`;

function javascriptTests({ prompt, canonical_solution, test, test_setup = "" }: PackRecord): FileContents {
  const required = [...`${prompt}${canonical_solution}${test}`.matchAll(/\brequire\(\s*['"]([^'"]+)['"]/g)];
  const foreign = required.find(([, name = ""]) => !isBuiltin(name))?.[1];
  if (foreign) throw new NotImportable(`It needs the package ${foreign}.`);
  if (!/^test\w+\(\)/m.test(test)) throw new NotImportable("Its test is never called.");
  const text = `${JAVASCRIPT_RUNNER}\n${test_setup}\n${test.trim()}\n\nisDone = true;\n`;
  return new Map([["test_solution.js", Buffer.from(text)]]);
}
