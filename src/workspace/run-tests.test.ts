import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import type { Check } from "../types.ts";
import { readReport, runTests } from "./run-tests.ts";
import { createShell, type Shell } from "./shell.ts";
import { findTestCommand } from "./test-command.ts";

let base: string;
let root: string;
let shell: Shell;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
  root = join(base, "project with a space");
  mkdirSync(root);
  shell = createShell({ root, outDir: join(base, "out"), variables: loadEnvironment().variables });
});
afterEach(async () => {
  await shell.close();
  rmSync(base, { recursive: true, force: true });
});

/** Whether a program is installed here; what needs it is skipped where it is not. */
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function check(options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<Check> {
  const command = await findTestCommand(root);
  if (!command) throw new Error("no test command");
  return runTests(shell, root, command, options);
}

const shop = {
  "package.json": '{"name":"shop","type":"module","scripts":{"test":"node --test"}}',
  "test/cart.test.js": `import { test } from "node:test";
import assert from "node:assert/strict";
import { total } from "../src/cart.js";
test("an empty cart costs nothing", () => {
  assert.equal(total([]), 0);
});
test("one item", () => assert.equal(total([{ price: 2 }]), 2));
`,
};

test("node --test: a failed assertion with expected, actual and the line that asserts", async () => {
  put({
    ...shop,
    "src/cart.js":
      "export const total = (items) => items.reduce((sum, item) => sum + item.price, items.length ? 0 : 1);\n",
  });
  const result = await check();
  expect(result).toMatchObject({
    command: "npm test",
    exitCode: 1,
    timedOut: false,
    passed: 1,
    failed: ["an empty cart costs nothing"],
    files: ["test/cart.test.js"],
  });
  expect(result.firstFailure).toMatch(/^FAILED: an empty cart costs nothing\n/);
  expect(result.firstFailure).toContain(
    'expected: 0\nactual: 1\n    at test/cart.test.js:5:10\n      4\ttest("an empty cart costs nothing", () => {\n      5\t  assert.equal(total([]), 0);',
  );
  expect(result.firstFailure).not.toContain("node:internal");
  expect(result.firstFailure).not.toContain(root);
});

test("node --test: an exception in the code names that file first", async () => {
  put({ ...shop, "src/cart.js": "export function total(items) {\n  return items[0].price;\n}\n" });
  const result = await check();
  expect(result.files).toEqual(["src/cart.js", "test/cart.test.js"]);
  expect(result.firstFailure).toContain("      2\t  return items[0].price;");
});

test("node --test: a syntax error", async () => {
  put({ ...shop, "src/cart.js": "export function total(items) {\n  return items.reduce((a, b => a, 1);\n}\n" });
  const result = await check();
  expect(result).toMatchObject({ passed: 0, files: ["test/cart.test.js", "src/cart.js"] });
  expect(result.firstFailure).toContain("src/cart.js:2\n  return items.reduce((a, b => a, 1);");
  expect(result.firstFailure).toContain("SyntaxError: missing ) after argument list");
});

test("green: nothing to say", async () => {
  put({
    ...shop,
    "src/cart.js": "export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n",
  });
  expect(await check()).toMatchObject({ exitCode: 0, passed: 2, failed: [], firstFailure: "", files: [] });
});

test("no test ran: not green, whatever the exit code", async () => {
  put({ "package.json": shop["package.json"], "test/empty.test.txt": "" });
  const result = await check();
  expect(result).toMatchObject({ exitCode: 5, passed: 0 });
  expect(result.firstFailure).toMatch(/^No test ran\./);
});

test.skipIf(!has("python3"))(
  "unittest: the place nearest to the fault first, frames of the library left out",
  async () => {
    put({
      "leap.py": "def leap_year(year):\n    return year.missing\n",
      "leap_test.py":
        "import unittest\nfrom leap import leap_year\nclass LeapTest(unittest.TestCase):\n    def test_a(self):\n        self.assertIs(leap_year(1996), True)\n    def test_b(self):\n        pass\n",
    });
    const result = await check();
    expect(result).toMatchObject({
      passed: 1,
      failed: ["leap_test.LeapTest.test_a"],
      files: ["leap.py", "leap_test.py"],
    });
    expect(result.firstFailure).toContain('File "leap.py", line 2, in leap_year\n    return year.missing');
  },
);

test.skipIf(!has("python3"))("unittest: an import that fails names the missing thing", async () => {
  put({
    "leap.py": "def is_leap(year): pass\n",
    "leap_test.py": "import unittest\nfrom leap import leap_year\nclass LeapTest(unittest.TestCase):\n    pass\n",
  });
  const result = await check();
  expect(result.firstFailure).toContain("ImportError: cannot import name 'leap_year' from 'leap' (leap.py)");
  expect(result.files).toContain("leap.py");
});

test.skipIf(!has("python3"))("an edit within the same second is not answered from a stale cache", async () => {
  const unittest =
    "import unittest, leap\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(leap.f(), 2)\n";
  put({ "leap.py": "def f(): return 1\n", "leap_test.py": unittest });
  expect((await check()).exitCode).toBe(1);
  put({ "leap.py": "def f(): return 2\n" });
  expect((await check()).exitCode).toBe(0);
});

test.skipIf(!has("make"))("a run that does not end is stopped and told as such", async () => {
  put({ Makefile: "test:\n\t@echo begun; sleep 300\n" });
  const result = await check({ timeoutMs: 300 });
  // make ends by the signal, or with 2 when its child's end comes first.
  expect(result).toMatchObject({ timedOut: true, exitCode: expect.toSatisfy((code) => code === null || code === 2) });
  expect(result.firstFailure).toMatch(/did not end within 0 s and were stopped[\s\S]*begun/);
});

test.skipIf(!has("make"))("watchers believe to be in a build", async () => {
  put({ Makefile: 'test:\n\t@test "$$CI" = 1\n' });
  expect((await check()).exitCode).toBe(0);
});

test.skipIf(!has("make"))("go test names files without folders: a unique one is found", async () => {
  put({
    "pkg/leap_test.go": "",
    "pkg/leap.go": "",
    Makefile: "test:\n\t@echo '--- FAIL: TestX (0.00s)'; echo '    leap_test.go:3: got 1'; exit 1\n",
  });
  expect(await check()).toMatchObject({ failed: ["TestX"], files: ["pkg/leap_test.go", "Makefile"] });
});

test.skipIf(!has("make"))("a long failure is 40 lines at most, each of bounded length", async () => {
  put({
    Makefile:
      "test:\n\t@echo 'Error: much'; for i in $$(seq 1 200); do echo line $$i; done; head -c 100000 /dev/zero | tr '\\0' x; exit 1\n",
  });
  const { firstFailure } = await check();
  expect(firstFailure.split("\n")).toHaveLength(40);
  expect(Math.max(...firstFailure.split("\n").map((line) => line.length))).toBeLessThan(350);
});

test("whatever a program prints, reading it stays fast", () => {
  const started = Date.now();
  for (const piece of ["1 a1 ", "a.", "/x", "not ok 1 - ", "= ", "\x1b[3", "(((", 'File "', "1 passed, "]) {
    readReport(piece.repeat(50_000));
    readReport(`${piece.repeat(100)}\n`.repeat(2_000));
  }
  expect(Date.now() - started).toBeLessThan(6_000);
});

test("npm's own lines are left out", async () => {
  put({ "package.json": '{"name":"shop","version":"1.0.0","scripts":{"test":"echo broken; exit 1"}}' });
  expect((await check()).firstFailure).toBe("broken");
});
