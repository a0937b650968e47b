import { expect, it } from "vitest";
import { shownFiles } from "../log/select.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { runFirstRequest } from "../testing/run-first-request.ts";
import { createAttachFiles } from "./attach-files.ts";
import { createFailingTests } from "./failing-tests.ts";

const FILES = { "src/a.js": "one\ntwo\n", "src/b.js": "three\n", "test/a.test.js": "import a\n" };

it("attaches a named file with numbered lines, and it counts as read", async () => {
  const { project } = createMemoryProject({ files: FILES });
  const { entry, agent } = await runFirstRequest("change b.js", [createAttachFiles(project)]);
  expect(entry).toBe("change b.js\n\n[src/b.js, 1 lines:]\n1\tthree");
  const open = agent.log.entries.filter((logged) => logged.type !== "outcome");
  expect(shownFiles(open).get("src/b.js")).toHaveLength(1);
});

it("attaches the files behind the failing test, but not the test", async () => {
  const check = redCheck({ files: ["src/b.js", "test/a.test.js"] });
  const { project } = createMemoryProject({ files: FILES, tests: () => check, related: ["src/a.js"] });
  const { entry } = await runFirstRequest("the tests fail: fix it", [
    createFailingTests(project),
    createAttachFiles(project),
  ]);
  expect(entry.indexOf("[src/b.js")).toBeGreaterThan(0);
  expect(entry.indexOf("[src/a.js")).toBeGreaterThan(entry.indexOf("[src/b.js"));
  expect(entry).not.toContain("import a");
});

it("attaches the only source file of a project when something is to change", async () => {
  const { project } = createMemoryProject({
    files: { "leap.py": "def leap(): pass\n", "leap_test.py": "import leap\n" },
  });
  expect((await runFirstRequest("implement leap years", [createAttachFiles(project)])).entry).toContain("def leap");
  expect((await runFirstRequest("what is a leap year?", [createAttachFiles(project)])).entry).not.toContain("def leap");
});

it("names a file that is too large instead of cutting it", async () => {
  const { project } = createMemoryProject({ files: { "big.js": "x".repeat(60_000) } });
  const { entry } = await runFirstRequest("change big.js", [createAttachFiles(project)]);
  expect(entry).toMatch(/big\.js has 1 lines, too many to attach/);
  expect(entry.length).toBeLessThan(300);
});
