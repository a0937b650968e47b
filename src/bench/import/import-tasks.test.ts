import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UserError } from "../../lib/user-error.ts";
import { createImportFixture, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeEach(() => {
  fixture = createImportFixture();
});
afterEach(() => fixture.remove());

const PROGRAMS = {
  "python_programs/twice.py": "def twice(x):\n    return x\n",
  "correct_python_programs/twice.py": "def twice(x):\n    return 2 * x\n",
  "json_testcases/twice.json": "[[2], 4]\n",
};
const folder = (): string => join(fixture.home, "tasks/quixbugs/twice");

describe("an import into a folder that has something already", () => {
  it("replaces an earlier import of the same task, and leaves nothing else behind", async () => {
    fixture.write(PROGRAMS);
    await fixture.run("quixbugs");
    writeFileSync(join(folder(), "start/old.py"), "old");
    fixture.write({ "json_testcases/twice.json": "[[3], 6]\n" });
    expect((await fixture.run("quixbugs")).imported).toEqual(["quixbugs/twice"]);
    expect(fixture.read("quixbugs/twice/tests/cases.jsonl")).toBe("[[3], 6]\n");
    expect(fixture.list("quixbugs/twice/start")).toEqual(["twice.py"]);
    expect(readdirSync(join(fixture.home, "tasks/quixbugs"))).toEqual(["twice"]);
  });

  it.each([
    ["a person's folder", (): void => void mkdirSync(folder(), { recursive: true })],
    [
      "a file",
      (): void => {
        mkdirSync(join(folder(), ".."), { recursive: true });
        writeFileSync(folder(), "mine");
      },
    ],
    [
      "a task of another source",
      (): void => {
        mkdirSync(folder(), { recursive: true });
        writeFileSync(join(folder(), "task.json"), JSON.stringify({ id: "quixbugs/twice", source: "mine" }));
      },
    ],
    [
      "a broken task.json",
      (): void => {
        mkdirSync(folder(), { recursive: true });
        writeFileSync(join(folder(), "task.json"), "{");
      },
    ],
  ])("leaves %s as it is", async (_, make) => {
    make();
    const before = fixture.list("quixbugs");
    fixture.write(PROGRAMS);
    const { imported, skipped } = await fixture.run("quixbugs");
    expect(imported).toEqual([]);
    expect(skipped[0]?.why).toContain("which is left as it is");
    expect(fixture.list("quixbugs")).toEqual(before);
  });

  it("stops with a sentence where the disk can't be written", async () => {
    fixture.write(PROGRAMS);
    writeFileSync(join(fixture.home, "tasks"), "a file where the folder should be");
    await expect(fixture.run("quixbugs")).rejects.toMatchObject({ name: "UserError", code: "import-stopped" });
  });
});

describe("a source that can't be imported", () => {
  it.each([
    ["exercism", "is no checkout of an Exercism track: it holds neither exercises/practice nor */exercises/practice."],
    ["quixbugs", "is no checkout of QuixBugs: no program is both in python_programs/ and in correct_python_programs/."],
    ["humanevalpack", "No humanevalpack*.jsonl is in"],
  ] as const)("%s: says what was looked for, and where", async (layout, sentence) => {
    fixture.write({ "README.md": "something else" });
    const error: UserError = await fixture.run(layout).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(error).toMatchObject({ name: "UserError", code: "wrong-import-layout", exitCode: 2 });
    expect(error.message).toContain(sentence);
    expect(error.message).toContain(fixture.home);
    expect(existsSync(join(fixture.home, "tasks"))).toBe(false);
  });

  it("is not there, or is of the wrong kind", async () => {
    await expect(fixture.run("quixbugs")).rejects.toThrow("is not there.");
    fixture.write({ "a.txt": "" });
    await expect(fixture.run("exercism", { path: "a.txt" })).rejects.toThrow("is not a folder.");
    rmSync(join(fixture.home, "source"), { recursive: true });
    await expect(fixture.run("humanevalpack", { path: "x.jsonl" })).rejects.toThrow("is not there.");
  });
});
