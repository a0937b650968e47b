import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createImportFixture, hasPython, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeEach(() => {
  fixture = createImportFixture();
});
afterEach(() => fixture.remove());

function program(name: string, buggy: string, correct: string): void {
  fixture.write({
    [`python_programs/${name}.py`]: `def ${name}${buggy}\n`,
    [`correct_python_programs/${name}.py`]: `def ${name}${correct}\n`,
  });
}

it.skipIf(!hasPython)(
  "makes a task of a program with cases: generators, tuples, sets, floats and single arguments compare",
  async () => {
    program("evens", "(n):\n    yield from range(n)", "(n):\n    yield from range(0, n, 2)");
    program("halve", "(x, epsilon):\n    return x", "(x, epsilon):\n    return x / 2 + epsilon / 2");
    program(
      "pairs",
      "(items):\n    return [(x, x) for x in items[1:]]",
      "(items):\n    return [(x, x) for x in items]",
    );
    fixture.write({
      "json_testcases/evens.json": "[5, [0, 2, 4]]\r\n\r\n[[2], [0]]\r\n",
      "json_testcases/halve.json": "[[4, 0.5], 2]\n[[5, 0.01], 2.5]\n",
      "json_testcases/pairs.json": '[[["a", "b"]], [["a", "a"], ["b", "b"]]]\n',
      LICENSE: "The MIT License (MIT)\n",
    });
    const { imported } = await fixture.run("quixbugs");
    expect(imported).toEqual(["quixbugs/evens", "quixbugs/halve", "quixbugs/pairs"]);
    expect(fixture.description("quixbugs/evens")).toMatchObject({
      language: "python",
      edit: ["evens.py"],
      tests: ["cases.jsonl", "test_evens.py"],
      testCommand: ["python3", "-m", "unittest", "-q", "test_evens"],
      source: "github jkoppel/QuixBugs",
      license: "MIT",
    });
    expect(fixture.read("quixbugs/evens/tests/cases.jsonl")).toBe("[5, [0, 2, 4]]\n[[2], [0]]\n");
    for (const id of imported) expect((await fixture.check(id)).reference).toMatchObject({ exitCode: 0, passed: 1 });
  },
);

it.skipIf(!hasPython)("does not count a program that ends Python as a pass", async () => {
  program("twice", "(x):\n    return x\n\n\nraise SystemExit(0)", "(x):\n    return 2 * x");
  fixture.write({ "json_testcases/twice.json": "[[2], 4]\n" });
  await fixture.run("quixbugs");
  await fixture.check("quixbugs/twice");
});

it.skipIf(!hasPython)(
  "makes a task of a program on graphs: its functions run without pytest, with the node class at hand",
  async () => {
    program("count", "(node):\n    return 1", "(node):\n    return 1 + (count(node.next) if node.next else 0)");
    fixture.write({
      "python_testcases/node.py": "class Node:\n    def __init__(self, next=None):\n        self.next = next\n",
      "python_testcases/test_count.py":
        "import pytest\r\nfrom node import Node\r\n\r\nif pytest.use_correct:\r\n    from correct_python_programs.count import count\r\nelse:\r\n    from python_programs.count import count\r\n\r\n\r\ndef test1():\r\n    assert count(Node()) == 1\r\n\r\n\r\ndef test2():\r\n    assert count(Node(Node())) == 2\r\n",
    });
    const { imported } = await fixture.run("quixbugs");
    expect(imported).toEqual(["quixbugs/count"]);
    expect(fixture.list("quixbugs/count/start")).toEqual(["count.py", "node.py"]);
    expect(fixture.read("quixbugs/count/tests/checks_count.py")).not.toContain("pytest");
    await fixture.check("quixbugs/count");
  },
);

it("leaves out the cases for which the right program takes minutes", async () => {
  program("knapsack", "(a, b):\n    return 0", "(a, b):\n    return 1");
  fixture.write({ "json_testcases/knapsack.json": "[[1, [[1, 1]]], 1]\n[[6404180, [[1, 1]]], 2]\n" });
  await fixture.run("quixbugs");
  expect(fixture.read("quixbugs/knapsack/tests/cases.jsonl")).toBe("[[1, [[1, 1]]], 1]\n");
});

it("skips programs without usable tests, and what is no program", async () => {
  for (const name of ["broken", "empty", "good", "leaks", "marked", "node", "none", "old_test"]) {
    program(name, "(x):\n    return x", "(x):\n    return 2 * x");
  }
  writeFileSync(join(fixture.home, "secret.json"), "[[1], 2]\n");
  fixture.write({
    "json_testcases/broken.json": "[[1], 2]\n[[1]\n",
    "json_testcases/empty.json": "\n",
    "json_testcases/good.json": "[[1], 2]\n",
    "python_testcases/test_marked.py": "import pytest\n\n\n@pytest.mark.slow\ndef test1():\n    pass\n",
    "python_programs/only_buggy.py": "",
    "java_programs/GOOD.java": "",
  });
  symlinkSync(join(fixture.home, "secret.json"), join(fixture.home, "source/json_testcases/leaks.json"));
  const { imported, skipped } = await fixture.run("quixbugs");
  expect(imported).toEqual(["quixbugs/good"]);
  expect(Object.fromEntries(skipped.map(({ name, why }) => [name, why]))).toEqual({
    broken: "json_testcases/broken.json has a line that is no pair of input and output in JSON.",
    empty: "json_testcases/empty.json holds no case.",
    leaks: "Neither json_testcases/leaks.json nor python_testcases/test_leaks.py is there.",
    marked: "python_testcases/test_marked.py is not of the form that can be run without pytest.",
    none: "Neither json_testcases/none.json nor python_testcases/test_none.py is there.",
    java_programs: "Only the Python programs are read.",
  });
});
