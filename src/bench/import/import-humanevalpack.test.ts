import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createImportFixture, hasPython, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeEach(() => {
  fixture = createImportFixture();
});
afterEach(() => fixture.remove());

const PYTHON = {
  task_id: "Python/7",
  prompt: 'import math\n\n\ndef helper(x):\n    return x\n\n\ndef double(x):\n    """ Twice x. """\n',
  buggy_solution: "    return helper(x)\n",
  canonical_solution: "    return 2 * helper(x)\n",
  entry_point: "double",
  test_setup: "import json\n",
  test: "\n\ndef check(double):\n    assert double(2) == 4\n    assert json.loads('2') == helper(2)\n\ncheck(double)",
};
const JAVASCRIPT = {
  task_id: "JavaScript/7",
  prompt: "/* Twice x. */\nconst doubleIt = (x) => {\n",
  buggy_solution: "  return x;\n}\n\n",
  canonical_solution: "  return 2 * x;\n}\n\n",
  entry_point: "DoubleIt",
  test: "const testDoubleIt = () => {\n  console.assert(doubleIt(2) === 4)\n}\n\ntestDoubleIt()\n",
};

function data(...lines: readonly (object | string)[]): void {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  fixture.write({ "data/any/humanevalpack.jsonl": text.join("\r\n") });
}

it.skipIf(!hasPython)("makes tasks whose start fails and whose solution passes, in Python and JavaScript", async () => {
  data("\uFEFF", PYTHON, "", JAVASCRIPT);
  fixture.write({ "README.md": "---\nlanguage:\n- code\nlicense: mit\n---\n# Card\n" });
  const { imported, skipped } = await fixture.run("humanevalpack");
  expect({ imported, skipped }).toEqual({
    imported: ["humanevalfix-python/007", "humanevalfix-javascript/007"],
    skipped: [],
  });
  expect(fixture.description("humanevalfix-python/007")).toMatchObject({
    edit: ["solution.py"],
    testCommand: ["python3", "-m", "unittest", "-q", "test_solution"],
    source: "huggingface bigcode/humanevalpack",
    license: "MIT",
  });
  expect(fixture.read("humanevalfix-python/007/instructions.md")).toContain("`double` in `solution.py`");
  expect(fixture.read("humanevalfix-javascript/007/instructions.md")).toContain("`doubleIt` in `solution.js`");
  expect(fixture.list("humanevalfix-python/007/start")).toEqual(["solution.py"]);
  for (const id of imported) await fixture.check(id);
});

it("takes one file too, and one language", async () => {
  data(PYTHON, JAVASCRIPT);
  const options = { path: "data/any/humanevalpack.jsonl", language: "javascript" };
  expect((await fixture.run("humanevalpack", options)).imported).toEqual(["humanevalfix-javascript/007"]);
});

it.skipIf(!hasPython)("makes no test that passes without having run", async () => {
  data(
    { ...PYTHON, task_id: "Python/1", test: "def check(double):\n    assert double(2) == 4\n" },
    { ...PYTHON, task_id: "Python/2", buggy_solution: "    raise SystemExit(0)\n" },
    { ...PYTHON, task_id: "Python/3", buggy_solution: "    pass\n\n\nimport sys\nsys.exit(0)\n" },
    { ...JAVASCRIPT, task_id: "JavaScript/1", buggy_solution: "  process.exit(0);\n}\n" },
    { ...JAVASCRIPT, task_id: "JavaScript/2", buggy_solution: "}\nprocess.exit(0);\n" },
    { ...JAVASCRIPT, task_id: "JavaScript/3", test: "const testDoubleIt = () => {}\n" },
  );
  const { imported, skipped } = await fixture.run("humanevalpack");
  expect(imported).toHaveLength(5);
  for (const id of imported) await fixture.check(id);
  expect(skipped).toEqual([{ name: "JavaScript/3", why: "Its test is never called." }]);
});

it("skips other languages, packages that may be missing, and lines that are no record", async () => {
  const md5 = "  const md5 = require('js-md5');\n  return md5(x);\n}\n";
  const { test: _, ...incomplete } = PYTHON;
  data(
    PYTHON,
    { ...PYTHON, task_id: "Rust/7" },
    { ...JAVASCRIPT, canonical_solution: md5 },
    { ...JAVASCRIPT, task_id: "JavaScript/8", canonical_solution: md5.replaceAll("js-md5", "node:crypto") },
    { ...PYTHON, task_id: "Python/8", prompt: "# nothing\n" },
    { ...PYTHON, task_id: "Python/../../up" },
    PYTHON,
    incomplete,
    "{",
    JSON.stringify({ ...PYTHON, docstring: "x".repeat(1_000_001) }),
  );
  const { imported, skipped } = await fixture.run("humanevalpack");
  expect(imported).toEqual(["humanevalfix-python/007", "humanevalfix-javascript/008"]);
  expect(skipped.map(({ name, why }) => `${name}: ${why}`)).toEqual([
    "Rust/7: Of HumanEvalPack, only python and javascript can be run here.",
    "JavaScript/7: It needs the package js-md5.",
    "Python/8: Its prompt declares no function.",
    'Python/../../up: "../../up" can\'t be the name of a folder.',
    "Python/7: humanevalfix-python/007 was imported already: the source holds it twice.",
    "humanevalpack.jsonl line 8: It lacks the field test.",
    "humanevalpack.jsonl line 9: It is no JSON.",
    "humanevalpack.jsonl line 10: It is longer than 1 MB.",
  ]);
});

it("refuses a file of something else early, and follows no link out of a folder", async () => {
  fixture.write({ "big.jsonl": '{"prompt": "x"}\n'.repeat(50_000) });
  const path = "big.jsonl";
  await expect(fixture.run("humanevalpack", { path })).rejects.toThrow(
    "big.jsonl holds no record of HumanEvalPack: no line is JSON with task_id, prompt,",
  );
  writeFileSync(join(fixture.home, "outside.jsonl"), JSON.stringify(PYTHON));
  symlinkSync(join(fixture.home, "outside.jsonl"), join(fixture.home, "source/humanevalpack.jsonl"));
  await expect(fixture.run("humanevalpack")).rejects.toThrow("No humanevalpack*.jsonl");
});
