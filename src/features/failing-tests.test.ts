import { expect, it } from "vitest";
import { baselineCheck } from "../log/select-checks.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { runFirstRequest } from "../testing/run-first-request.ts";
import { createFailingTests } from "./failing-tests.ts";

const setup = (tests: Parameters<typeof createMemoryProject>[0]["tests"]) => {
  const memory = createMemoryProject({ files: { "a.js": "" }, tests: tests ?? null });
  return { memory, features: [createFailingTests(memory.project)] };
};

it("runs the tests before the first question and sends the first failure with a request about failing tests", async () => {
  const { memory, features } = setup(() => redCheck());
  const { entry, agent } = await runFirstRequest("the tests fail: fix it", features);
  expect(entry).toBe("the tests fail: fix it\n\n[npm test fails:]\nadds: expected 2, got 3");
  expect(memory.testRuns()).toBe(1);
  expect(baselineCheck(agent.log.entries)).toBeUndefined(); // the run is over
  expect(agent.log.entries.some((entry) => entry.type === "fact" && entry.name === "check")).toBe(true);
});

it("keeps the baseline to itself when the request is not about tests", async () => {
  const { memory, features } = setup(() => redCheck());
  const { entry } = await runFirstRequest("add a flag", features);
  expect(entry).toBe("add a flag");
  expect(memory.testRuns()).toBe(1);
});

it.each(["what does a.js do?", "hello"])("runs nothing for %s", async (text) => {
  const { memory, features } = setup(() => true);
  await runFirstRequest(text, features);
  expect(memory.testRuns()).toBe(0);
});

it("says that the tests pass when they do, and nothing where there are none", async () => {
  expect((await runFirstRequest("the tests fail: fix it", setup(() => true).features)).entry).toContain(
    "all tests pass",
  );
  expect((await runFirstRequest("the tests fail: fix it", setup(null).features)).entry).toBe("the tests fail: fix it");
});
