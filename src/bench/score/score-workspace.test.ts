import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadEnvironment } from "../../config/load.ts";
import type { BenchTask } from "../bench-task.ts";
import { readTask } from "../tasks/read-task.ts";
import { checkTask } from "./check-task.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { scoreWorkspace } from "./score-workspace.ts";

// Node alone is sure to be there; `describe` and `it` of node:test count what ran.
const TEST = `import { test } from "node:test";
import assert from "node:assert";
import { add } from "./add.mjs";
test("adds", () => assert.equal(add(1, 2), 3));
test("adds nothing", () => assert.equal(add(1, 0), 1));
`;
const RIGHT = "export const add = (a, b) => a + b;\n";
const WRONG = "export const add = (a, b) => a - b;\n";
const surroundings = {
  variables: { ...loadEnvironment().variables, NODE_OPTIONS: "--invalid-option-of-the-person" },
  signal: new AbortController().signal,
};

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-bench-test-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

async function task(description: object = {}, files: Record<string, string> = {}): Promise<BenchTask> {
  const base = { language: "javascript", edit: ["add.mjs"], tests: ["add.test.mjs"], timeoutSeconds: 20 };
  const testCommand = [process.execPath, "--test", "--test-reporter=tap", "add.test.mjs"];
  write({
    "suite/add/task.json": JSON.stringify({ ...base, testCommand, ...description }),
    "suite/add/instructions.md": "Add.",
    "suite/add/start/add.mjs": WRONG,
    "suite/add/tests/add.test.mjs": TEST,
    "suite/add/solution/add.mjs": RIGHT,
    ...files,
  });
  return await readTask(join(home, "suite/add"));
}

/** Why the workspace `agent/` is no pass; undefined for a pass. */
async function verdict(files: Record<string, string>, description: object = {}): Promise<string | undefined> {
  const checked = await checkTask(await task(description), surroundings);
  write({ "agent/.keep": "", ...files });
  return judgeAnswer(await scoreWorkspace(checked.task, join(home, "agent"), surroundings), checked.reference);
}

it("passes a right answer and fails a wrong one, with the number of tests", async () => {
  expect(await verdict({ "agent/add.mjs": RIGHT })).toBeUndefined();
  expect(await verdict({ "agent/add.mjs": WRONG })).toBe("1 of 2 tests pass.");
});

it.each<[string, Record<string, string>]>([
  ["edits the tests", { "agent/add.mjs": WRONG, "agent/add.test.mjs": "" }],
  ["deletes all", {}],
  [
    "plants what a runner or a loader would read",
    {
      "agent/add.mjs": WRONG,
      "agent/package.json": '{"type": "module", "imports": {"#x": "./add.mjs"}}',
      "agent/node_modules/node:assert/index.js": "module.exports = {equal() {}}",
      "agent/conftest.py": "import os; os._exit(0)",
      "agent/sitecustomize.py": "import os; os._exit(0)",
    },
  ],
  ["ends the test process with success", { "agent/add.mjs": "process.exit(0);\nexport const add = 0;" }],
  ["makes the file a folder", { "agent/add.mjs/index.js": RIGHT }],
])("fails an agent that %s", async (_, files) => {
  expect(await verdict(files)).toBeTypeOf("string");
});

it("follows no link out of the workspace", async () => {
  const checked = await checkTask(await task(), surroundings);
  write({ "agent/.keep": "", "linked/.keep": "" });
  symlinkSync(join(home, "suite/add/solution/add.mjs"), join(home, "agent/add.mjs"));
  expect(
    judgeAnswer(await scoreWorkspace(checked.task, join(home, "agent"), surroundings), checked.reference),
  ).toBeTypeOf("string");
});

it("follows no linked folder out of the workspace", async () => {
  const inside = {
    "suite/add/start/src/add.mjs": WRONG,
    "suite/add/tests/add.test.mjs": TEST.replace("./add.mjs", "./src/add.mjs"),
    "suite/add/solution/src/add.mjs": RIGHT,
  };
  const checked = await checkTask(await task({ edit: ["src/add.mjs"] }, inside), surroundings);
  write({ "agent/.keep": "" });
  symlinkSync(join(home, "suite/add/solution/src"), join(home, "agent/src"));
  expect(
    judgeAnswer(await scoreWorkspace(checked.task, join(home, "agent"), surroundings), checked.reference),
  ).toBeTypeOf("string");
});

it("stops an answer that never ends", async () => {
  const looping = { "agent/add.mjs": "export const add = () => { for (;;); };" };
  expect(await verdict(looping, { timeoutSeconds: 1 })).toBe("The tests did not end in time.");
});

it.each<[string, object, Record<string, string>, RegExp]>([
  ["whose start passes", {}, { "suite/add/start/add.mjs": RIGHT }, /start passes/],
  ["whose solution fails", {}, { "suite/add/solution/add.mjs": WRONG }, /solution does not pass\. 1 of 2/],
  [
    "with a test command that is not here",
    { testCommand: ["no-such-runner"] },
    {},
    /no-such-runner is not on this machine/,
  ],
])("finds a task %s invalid", async (_, description, files, message) => {
  const found = await task(description, files);
  await expect(checkTask(found, surroundings)).rejects.toThrow(message);
});

it("tells of a flood, and of a signal, as what they are", async () => {
  const testCommand = [process.execPath, "add.test.mjs"];
  const yes = "yes | tr -d '\\n'";
  const run = `execSync(${JSON.stringify(yes)}, { stdio: "inherit" });`;
  const flood = `import { execSync } from "node:child_process"; ${run} export const add = 0;`;
  expect(await verdict({ "agent/add.mjs": flood }, { testCommand })).toBe("The tests wrote more than 64 MB.");
  const killed = 'process.kill(process.pid, "SIGKILL"); for (;;); export const add = 0;';
  expect(await verdict({ "agent/add.mjs": killed }, { testCommand })).toBe("The tests ended by SIGKILL.");
}, 20_000);

const PYTHON = {
  "suite/add/start/add.py": "def add(a, b): return 0\n",
  "suite/add/solution/add.py": "def add(a, b): return a + b\n",
  "suite/add/tests/test_add.py": "from add import add\ndef test_add(): assert add(1, 2) == 3\ntest_add()\n",
};
const NODE_EXITS = { "agent/add.mjs": "process.exit(0); export const add = 0;" };
const EXITS = "import os\nos._exit(0)\n";

it.each<[string, object, Record<string, string>, Record<string, string>]>([
  ["node", { testCommand: ["node", "t.mjs"] }, {}, NODE_EXITS],
  ["node with options", { testCommand: ["env", "node", "--no-warnings", "t.mjs"] }, {}, NODE_EXITS],
  ["python3 with options", { testCommand: ["python3", "-u", "test_add.py"] }, PYTHON, { "agent/add.py": EXITS }],
  ["env python3", { testCommand: ["env", "python3", "test_add.py", "-x"] }, PYTHON, { "agent/add.py": EXITS }],
])("is not fooled where a bare program ends early with success: %s", async (_, command, files, answer) => {
  const isPython = "agent/add.py" in answer;
  const names = isPython ? { edit: ["add.py"], tests: ["test_add.py"] } : { tests: ["t.mjs"] };
  const test = 'import { add } from "./add.mjs"; if (add(1, 2) !== 3) throw new Error("wrong");';
  const checked = await checkTask(
    await task({ ...command, ...names }, { "suite/add/tests/t.mjs": test, ...files }),
    surroundings,
  );
  write(answer);
  const score = await scoreWorkspace(checked.task, join(home, "agent"), surroundings);
  expect(judgeAnswer(score, checked.reference)).toBe("Exit code 0, but the tests were ended before their end.");
});

it("hands a marked program its arguments, and imports from beside it", async () => {
  const test = 'import sys, add; sys.exit(0 if add.add(1, 2) == 3 and sys.argv == ["deep/t.py", "-x", "1"] else 1)';
  const found = await task(
    { edit: ["deep/add.py"], tests: ["deep/t.py"], testCommand: ["python3", "deep/t.py", "-x", "1"] },
    {
      "suite/add/start/deep/add.py": "",
      "suite/add/solution/deep/add.py": "def add(a, b): return a + b\n",
      "suite/add/tests/deep/t.py": test,
    },
  );
  await expect(checkTask(found, surroundings)).resolves.toMatchObject({ task: found });
});

describe("what an agent leaves outside its workspace", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is not read as settings of the tests", async () => {
    vi.stubEnv("TMPDIR", home);
    const test = 'import x from "./probe.js"; import { add } from "./add.mjs"; if (add(1, 2) !== 3) throw new Error();';
    const checked = await checkTask(
      await task(
        { tests: ["t.mjs", "probe.js"], testCommand: ["node", "t.mjs"] },
        {
          "suite/add/tests/t.mjs": test,
          "suite/add/tests/probe.js": "module.exports = 1;",
        },
      ),
      surroundings,
    );
    write({ "agent/add.mjs": RIGHT, "package.json": '{"type": "module"}' });
    const score = await scoreWorkspace(checked.task, join(home, "agent"), surroundings);
    expect(judgeAnswer(score, checked.reference)).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")("is no package of the person's own", async () => {
    const variables = { ...surroundings.variables, HOME: home, PYTHONUSERBASE: home };
    const site = execFileSync("python3", ["-c", "import site; print(site.getusersitepackages())"], {
      env: variables,
      encoding: "utf8",
    });
    const found = await task(
      { edit: ["add.py"], tests: ["test_add.py"], testCommand: ["python3", "test_add.py"] },
      PYTHON,
    );
    mkdirSync(site.trim(), { recursive: true });
    writeFileSync(join(site.trim(), "usercustomize.py"), EXITS);
    await expect(checkTask(found, { ...surroundings, variables })).resolves.toMatchObject({ task: found });
  });
});

it.skipIf(process.platform !== "linux")("ends what the code under test left running", async () => {
  const pid = join(home, "pid");
  const starts = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
    const child = spawn("/bin/sleep", ["60"], { detached: true, stdio: "ignore", env: {} }); child.unref();
    writeFileSync(${JSON.stringify(pid)}, String(child.pid)); ${RIGHT}`;
  expect(await verdict({ "agent/add.mjs": starts })).toBeUndefined();
  const status = `/proc/${readFileSync(pid, "utf8")}/status`;
  expect(existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, "utf8"))).toBe(false);
});
