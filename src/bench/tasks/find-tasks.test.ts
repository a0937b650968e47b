import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTasks } from "./find-tasks.ts";

let suite = "";
beforeEach(() => {
  suite = mkdtempSync(join(tmpdir(), "whippet-find-"));
  for (const name of ["a", "b", "c"]) {
    mkdirSync(join(suite, name));
    writeFileSync(join(suite, name, "task.json"), "{}");
  }
});
afterEach(() => rmSync(suite, { recursive: true, force: true }));

const within = (names: readonly string[]): string[] => names.map((name) => join(suite, name));

describe("the selection of tasks", () => {
  it("has every task in exactly one part", async () => {
    const parts = await Promise.all([1, 2].map((index) => findTasks({ names: [], suite, shard: { index, of: 2 } })));
    expect(parts).toEqual([within(["a", "c"]), within(["b"])]);
  });

  it("is refused where no task is left", async () => {
    const part = findTasks({ names: [], suite, shard: { index: 5, of: 5 } });
    await expect(part).rejects.toMatchObject({ message: "No task is left in this part of 3 tasks.", exitCode: 2 });
  });

  it("takes a list by its path, else inside the suite", async () => {
    writeFileSync(join(suite, "some.txt"), "c # the third\n\na\n");
    expect(await findTasks({ names: ["some.txt"], suite })).toEqual(within(["c", "a"]));
    expect(await findTasks({ names: [join(suite, "some.txt")] })).toEqual(within(["c", "a"]));
    await expect(findTasks({ names: ["none.txt"], suite })).rejects.toThrow("none.txt can't be read");
  });
});
