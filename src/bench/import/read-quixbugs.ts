import { UserError } from "../../lib/user-error.ts";
import type { Checkout } from "./checkout.ts";
import { readLicense, readOrigin } from "./checkout-origin.ts";
import { type FileContents, type ImportedTask, NotImportable, type ReadResult, readOne } from "./imported-task.ts";
import { caseTests, functionTests } from "./quixbugs-tests.ts";

const PROGRAMS = "python_programs";
const CORRECT = "correct_python_programs";

/** Cases that the repository's own tests leave out, or only run on demand: the right program takes minutes for them. */
const SLOW_CASES: Readonly<Record<string, RegExp>> = {
  knapsack: /^\s*\[\s*\[\s*6404180\b/,
  levenshtein: /^\s*\[\s*\[\s*"amanaplanacanalpanama"/,
};

/** The bugs are of one line each, and several of them make the program run for ever. */
const LEVEL = 1;
const TIMEOUT_SECONDS = 30;

/** Reads the Python programs of a checkout of QuixBugs; a `UserError` where `folder`, its name for the person, holds none. */
export async function* readQuixbugs(checkout: Checkout, folder: string): AsyncGenerator<ReadResult> {
  const known = new Set(await checkout.names(CORRECT));
  const programs = (await checkout.names(PROGRAMS)).filter((name) => name.endsWith(".py") && known.has(name));
  if (programs.length === 0) {
    throw new UserError({
      code: "wrong-import-layout",
      message: `${folder} is no checkout of QuixBugs: no program is both in ${PROGRAMS}/ and in ${CORRECT}/.`,
      hint: "Name the repository's top folder: whippet bench import quixbugs PATH/TO/QuixBugs",
      exitCode: 2,
    });
  }
  const source = (await readOrigin(checkout)) ?? "github jkoppel/QuixBugs";
  const license = await readLicense(checkout, [""]);
  for (const file of programs) {
    const name = file.slice(0, -".py".length);
    if (name === "node" || name.endsWith("_test")) continue;
    yield await readOne(name, () => readProgram(checkout, name, { source, license }));
  }
  if ((await checkout.names("java_programs")).length > 0) {
    yield { name: "java_programs", why: "Only the Python programs are read." };
  }
}

async function readProgram(
  checkout: Checkout,
  name: string,
  origin: Pick<ImportedTask, "source" | "license">,
): Promise<ImportedTask> {
  if (!/^[a-z]\w*$/i.test(name)) throw new NotImportable("Its name can't be imported by Python.");
  const file = `${name}.py`;
  const buggy = await checkout.read(`${PROGRAMS}/${file}`);
  const correct = await checkout.read(`${CORRECT}/${file}`);
  if (!buggy || !correct) throw new NotImportable("It leads outside of the checkout.");
  const { tests, support } = (await readCases(checkout, name)) ?? (await readFunctions(checkout, name));
  return {
    ...{ suite: "quixbugs", name, language: "python", level: LEVEL, edit: [file], ...origin },
    instructions: `The function \`${name}\` in \`${file}\` has a bug. Find it and fix it. Keep the signature. The text at the end of the file says what the function should do.`,
    start: new Map([[file, buggy], ...support]),
    tests,
    solution: new Map([[file, correct]]),
    testCommand: ["python3", "-m", "unittest", "-q", `test_${name}`],
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

type Given = { readonly tests: FileContents; readonly support: FileContents };

async function readCases(checkout: Checkout, name: string): Promise<Given | undefined> {
  const path = `json_testcases/${name}.json`;
  const text = await checkout.readText(path);
  if (text === undefined) return undefined;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !SLOW_CASES[name]?.test(line));
  for (const line of lines) {
    if (!isCase(line)) throw new NotImportable(`${path} has a line that is no pair of input and output in JSON.`);
  }
  if (lines.length === 0) throw new NotImportable(`${path} holds no case.`);
  const tests = new Map([
    ["cases.jsonl", Buffer.from(`${lines.join("\n")}\n`)],
    [`test_${name}.py`, Buffer.from(caseTests(name))],
  ]);
  return { tests, support: new Map() };
}

function isCase(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) && value.length === 2;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

/** Programs on graphs and linked lists are tested by functions; these choose the program by an option of pytest, which is not needed. */
async function readFunctions(checkout: Checkout, name: string): Promise<Given> {
  const path = `python_testcases/test_${name}.py`;
  const text = await checkout.readText(path);
  if (text === undefined) throw new NotImportable(`Neither json_testcases/${name}.json nor ${path} is there.`);
  const checks = text
    .replace(/^import pytest\n/m, "")
    .replace(/^if pytest\.\w+:\n(?:(?:[ \t]+.*|el(?:if .*|se):)\n)+/m, `from ${name} import ${name}\n`);
  if (/\bpytest\b/.test(checks) || !checks.includes(`from ${name} import`)) {
    throw new NotImportable(`${path} is not of the form that can be run without pytest.`);
  }
  const tests = new Map([
    [`checks_${name}.py`, Buffer.from(checks)],
    [`test_${name}.py`, Buffer.from(functionTests(`checks_${name}`))],
  ]);
  return { tests, support: await readNode(checkout, checks) };
}

async function readNode(checkout: Checkout, checks: string): Promise<FileContents> {
  if (!/^from node import/m.test(checks)) return new Map();
  for (const folder of ["python_testcases", PROGRAMS]) {
    const node = await checkout.read(`${folder}/node.py`);
    if (node) return new Map([["node.py", node]]);
  }
  throw new NotImportable(`Its tests need node.py, which is neither in python_testcases/ nor in ${PROGRAMS}/.`);
}
