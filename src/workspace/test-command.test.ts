import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findTestCommand } from "./test-command.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Whether a program is installed here; what needs it is skipped where it is not. */
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const hasPytest = (): boolean => spawnSync("python3", ["-c", "import pytest"]).status === 0;
const unittest = "import unittest\nclass T(unittest.TestCase):\n    def test_x(self): pass\n";

test("package.json: npm test, and the script's own text as an alias", async () => {
  put({ "package.json": '{"scripts":{"test":"node --test"}}' });
  expect(await findTestCommand(root)).toEqual({
    command: "npm test",
    aliases: ["npm run test", "npm t", "node --test"],
    definedIn: "package.json",
  });
});

test.each([
  '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}',
  "{}",
  "not json",
  "null",
  '{"scripts":{"test":7}}',
  '{"scripts":{"test":" "}}',
])("package.json without a test is passed over: %s", async (text) => {
  put({ "package.json": text });
  expect(await findTestCommand(root)).toBeNull();
  put({ "go.mod": "module x" });
  expect((await findTestCommand(root))?.command).toBe("go test ./...");
});

test("Go, Rust and make by their files", async () => {
  put({ Makefile: "all:\n\techo\ntest: all\n\techo\n" });
  expect(await findTestCommand(root)).toEqual({ command: "make test", aliases: [], definedIn: "Makefile" });
  put({ "Cargo.toml": "" });
  expect(await findTestCommand(root)).toEqual({ command: "cargo test -q", aliases: [] });
  rmSync(join(root, "Cargo.toml"));
  put({ Makefile: "latest:\n\techo\n" });
  expect(await findTestCommand(root)).toBeNull();
});

test("Python programs that assert as they run; not functions that nobody calls", async () => {
  put({ "test_a.py": "from a import f\n\ndef check(f):\n    assert f(1) == 2\n\ncheck(f)\n", "a.py": "f = abs\n" });
  expect((await findTestCommand(root))?.command).toBe("python3 test_a.py");
  put({ "b c_test.py": "from a import f\nassert f(1) == 2\n" });
  expect((await findTestCommand(root))?.command).toBe("python3 'b c_test.py' && python3 test_a.py");
  put({ "b c_test.py": "", "test_a.py": "def check(f):\n    assert f(1) == 2\n" });
  expect(await findTestCommand(root)).toBeNull();
});

test.skipIf(!has("python3"))(
  "Python with unittest: the files by name, so that *_test.py is found; it runs as written",
  async () => {
    put({
      "leap_test.py": unittest,
      "tests/test_it now.py": unittest,
      "leap.py": "",
      "node_modules/x/test_y.py": unittest,
    });
    const found = await findTestCommand(root);
    expect(found?.command).toBe("python3 -m unittest -q leap_test.py 'tests/test_it now.py'");
    expect(found?.aliases).toContain("python -m unittest leap_test.py 'tests/test_it now.py'");
    rmSync(join(root, "tests/test_it now.py"));
    const { command } = (await findTestCommand(root)) ?? { command: "false" };
    execFileSync("sh", ["-c", `${command} 2>&1 | grep 'Ran 1 test'`], { cwd: root });
  },
);

test.skipIf(!hasPytest())("Python with pytest: imported, configured, or tests outside a class", async () => {
  put({ "test_a.py": "import pytest\n" });
  expect((await findTestCommand(root))?.command).toBe("python3 -m pytest -q");
  put({ "test_a.py": "def test_x():\n    assert True\n" });
  expect((await findTestCommand(root))?.command).toBe("python3 -m pytest -q");
  expect(await findTestCommand(root)).not.toHaveProperty("definedIn");
  put({ "test_a.py": unittest, "setup.cfg": "[tool:pytest]\n" });
  expect(await findTestCommand(root)).toMatchObject({ command: "python3 -m pytest -q", definedIn: "setup.cfg" });
  put({ "pyproject.toml": "[tool.pytest.ini_options]\n" });
  expect((await findTestCommand(root))?.definedIn).toBe("pyproject.toml");
  put({ "pytest.ini": "" });
  expect((await findTestCommand(root))?.definedIn).toBe("pytest.ini");
});

test("pytest wanted but not to be had: unittest where there is such a class, else nothing rather than an empty green run", async () => {
  put({ ".venv/bin/python3": "#!/bin/sh\nexit 1\n", "test_a.py": "import pytest\ndef test_x(): pass\n" });
  execFileSync("chmod", ["+x", join(root, ".venv/bin/python3")]);
  expect(await findTestCommand(root)).toBeNull();
  put({ "test_b.py": unittest });
  expect((await findTestCommand(root))?.command).toBe(".venv/bin/python3 -m unittest -q test_a.py test_b.py");
});
