import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findTasks } from "./find-tasks.ts";
import { InvalidTask } from "./invalid-task.ts";
import { listTasks } from "./list-tasks.ts";
import { readTask } from "./read-task.ts";

const GOOD = { language: "python", level: 2, edit: ["a.py"], tests: ["t.py"], testCommand: ["python3", "t.py"] };

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-bench-test-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

function addTask(path: string, description: unknown = GOOD): string {
  write(`${path}/task.json`, typeof description === "string" ? description : JSON.stringify(description));
  write(`${path}/instructions.md`, "Do it.\n");
  write(`${path}/start/a.py`, "");
  write(`${path}/tests/t.py`, "");
  return join(home, path);
}

it("reads a task folder; what it does not say is filled in", async () => {
  const folder = addTask("s/one");
  expect(await readTask(folder)).toEqual({
    ...GOOD,
    ...{ id: "s/one", suite: "s", folder, instructions: "Do it.", timeoutSeconds: 60, hasSolution: false },
    hash: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  write("s/one/solution/a.py", "");
  expect(await readTask(folder)).toMatchObject({ hasSolution: true });
});

it.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /task\.json is no JSON/],
  ["null", null, /its content is missing or of the wrong kind/],
  ["a number for a list", { ...GOOD, edit: 3 }, /task\.json: edit is/],
  ["an empty command", { ...GOOD, testCommand: [] }, /testCommand is empty/],
  ["no time", { ...GOOD, timeoutSeconds: 0 }, /timeoutSeconds/],
  ["a time that no timer can hold", { ...GOOD, timeoutSeconds: 1e10 }, /timeoutSeconds is above 86400/],
  [
    "a file that is a folder too",
    { ...GOOD, edit: ["t.py/x.py"] },
    /t\.py is both a file and the folder of t\.py\/x\.py/,
  ],
  ["an id of two lines", { ...GOOD, id: "a\nb" }, /control characters/],
  ["a NUL in the command", { ...GOOD, testCommand: ["a\0"] }, /testCommand holds a NUL/],
  ["nothing to edit", { ...GOOD, edit: [] }, /edit names no file/],
  ["no tests", { ...GOOD, tests: [] }, /tests names no file/],
  ["a test that is to be edited", { ...GOOD, edit: ["t.py"] }, /both to be changed and a test/],
  ["a test that is missing", { ...GOOD, tests: ["u.py"] }, /tests\/u\.py is missing/],
  ["a way out", { ...GOOD, edit: ["../a.py"] }, /no path inside/],
  ["an absolute path", { ...GOOD, tests: ["/etc/passwd"] }, /no path inside/],
  ["a NUL", { ...GOOD, edit: ["a\0.py"] }, /no path inside/],
])("names what is wrong with %s", async (_, description, message) => {
  await expect(readTask(addTask("s/one", description))).rejects.toThrow(message);
  await expect(readTask(addTask("s/one", description))).rejects.toBeInstanceOf(InvalidTask);
});

it.each<[string, string, RegExp]>([
  ["a NUL", "a\0b", /instructions\.md holds a NUL/],
  ["more than a command line takes", "a".repeat(300_000), /instructions\.md has more than 100000 bytes/],
])("takes no instructions with %s", async (_, text, message) => {
  const folder = addTask("s/one");
  write("s/one/instructions.md", text);
  await expect(readTask(folder)).rejects.toThrow(message);
});

it("tells by its hash that a task was changed, wherever", async () => {
  const folder = addTask("s/one");
  const hashes = [(await readTask(folder)).hash];
  for (const path of ["tests/t.py", "tests/helper/new.py", "start/a.py", "instructions.md"]) {
    write(`s/one/${path}`, "changed");
    hashes.push((await readTask(folder)).hash);
  }
  expect(new Set(hashes).size).toBe(hashes.length);
  write("s/one/solution/a.py", "");
  expect((await readTask(folder)).hash).toBe(hashes.at(-1));
});

it("takes no link for a test", async () => {
  const folder = addTask("s/one");
  unlinkSync(join(folder, "tests/t.py"));
  symlinkSync("/etc/passwd", join(folder, "tests/t.py"));
  await expect(readTask(folder)).rejects.toThrow("tests/t.py is missing");
});

it("keeps a bad folder in the list, and the second of two tasks with one id", async () => {
  const folders = [addTask("s/one"), addTask("s/bad", "{"), addTask("s/two", { ...GOOD, id: "s/one" })];
  const listed = await listTasks(folders);
  expect(listed.map(({ task, fault }) => [task.id, fault !== undefined])).toEqual([
    ["s/one", false],
    ["s/bad", true],
    [`s/one (${folders[2]})`, true],
  ]);
});

it("finds tasks by folder, by id, by a list, all of a suite; each once", async () => {
  const [one, two, three] = [addTask("all/s/one"), addTask("all/s/two"), addTask("all/r/three")];
  const suite = join(home, "all");
  write("all/some.txt", "s/two\n\n# not this\nr/three # but this\r\n");
  expect(await findTasks({ names: [], suite })).toEqual([three, one, two]);
  expect(await findTasks({ names: ["s/one", one ?? ""], suite })).toEqual([one]);
  expect(await findTasks({ names: [join(suite, "s"), "r/three"], suite })).toEqual([one, two, three]);
  expect(await findTasks({ names: [join(suite, "some.txt")] })).toEqual([two, three]);
  expect(await findTasks({ names: [], suite, limit: 2 })).toEqual([three, one]);
});

it("splits tasks into shards that hold each once", async () => {
  const folders = ["a", "b", "c", "d", "e"].map((name) => addTask(`s/${name}`));
  const shards = await Promise.all(
    [1, 2, 3].map((index) => findTasks({ names: [], suite: home, shard: { index, of: 3 } })),
  );
  expect(shards.flat().sort()).toEqual(folders);
  expect(Math.max(...shards.map(({ length }) => length))).toBe(2);
});

it.each<[string, object]>([
  ["nothing", { names: [] }],
  ["a folder without tasks", { names: ["/nowhere"] }],
  ["a list that is not there", { names: ["/nowhere.txt"] }],
])("refuses %s with what to type", async (_, selection) => {
  await expect(findTasks(selection as Parameters<typeof findTasks>[0])).rejects.toMatchObject({ exitCode: 2 });
});
