import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import { createCommandEffects } from "./command-effects.ts";
import { createRunTests } from "./run-tests.ts";

/** How often the tests run when the model runs this command and says that it is done. */
async function testRunsAfter(command: string): Promise<number> {
  const memory = createMemoryProject({ files: {}, tests: () => true });
  const shell = createTestTool("bash");
  const tool = { ...shell, prepare: async (call: never) => ({ call, kind: "run" as const, paths: [], command }) };
  const agent = createTestAgent({
    script: [{ calls: [{ name: "bash", arguments: {} }] }, { text: "Done." }],
    tools: [tool],
    features: [createCommandEffects(memory.project), createRunTests(memory.project)],
  });
  await run(agent.parts, { from: "person", lane: "soon", text: "change it" });
  return memory.testRuns();
}

it("makes the tests run again after a command that may have changed files", async () => {
  expect(await testRunsAfter("sed -i s/a/b/ a.js")).toBe(1);
  expect(await testRunsAfter("ls; rm a.js")).toBe(1);
});

it.each(["ls -la", "cat a.js", "npm test", "node --test"])("not after %s", async (command) => {
  expect(await testRunsAfter(command)).toBe(0);
});
