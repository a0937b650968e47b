import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
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
