import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import type { Check } from "../types.ts";
import { createFailingTests } from "./failing-tests.ts";
import { createRunTests } from "./run-tests.ts";

const write = (content: string) => ({ calls: [{ name: "write", arguments: { path: "a.js", content } }] });
const go = (text: string) => ({ from: "person", lane: "soon", text }) as const;

async function runWith(
  tests: ((files: ReadonlyMap<string, string>) => boolean | Check) | null,
  script: object[],
  text = "change a.js",
) {
  const memory = createMemoryProject({ files: { "a.js": "old" }, tests });
  const agent = createTestAgent({
    script: script as never,
    tools: [memory.write],
    features: [createFailingTests(memory.project), createRunTests(memory.project)],
  });
  return { memory, agent, end: await run(agent.parts, go(text)) };
}

it("runs the tests when the model says done, and green ends the run", async () => {
  const { memory, end } = await runWith(() => true, [write("new"), { text: "Done." }]);
  expect(end.outcome).toEqual({ kind: "done", why: "npm test passes." });
  expect(memory.testRuns()).toBe(2); // baseline, then after the change
  expect(end.report).toEqual(["tests (npm test): 2 pass → 2 pass"]);
});

it("does not believe the model when they fail", async () => {
  const { end } = await runWith(
    (files) => files.get("a.js") === "old",
    [write("new"), { text: "All tests pass now!" }],
  );
  expect(end.outcome.kind).toBe("failed");
});

it("does not blame a change for what failed before", async () => {
  const { end } = await runWith(() => redCheck(), [write("new"), { text: "Done." }], "add a flag to a.js");
  expect(end.outcome).toEqual({ kind: "done", why: "What still fails failed before." });
});

it("blames it when the failing test is about the changed file", async () => {
  const { end } = await runWith(
    () => redCheck({ files: ["a.js"] }),
    [write("new"), { text: "Done." }],
    "add a flag to a.js",
  );
  expect(end.outcome.kind).toBe("failed");
});

it("runs nothing when nothing changed, and says when there are no tests", async () => {
  expect((await runWith(() => true, [{ text: "Nothing to do." }])).memory.testRuns()).toBe(1);
  const { end } = await runWith(null, [write("new"), { text: "Done." }]);
  expect(end).toEqual({
    outcome: { kind: "done", why: "The model says that it is done." },
    report: ["tests: none were run"],
  });
});

it("does not test after a mere question, whatever command ran", async () => {
  const memory = createMemoryProject({ files: { "a.js": "old" }, tests: () => false });
  const look = createTestTool("bash", { run: async () => ({ ok: true, text: "", effects: { mayHaveChanged: true } }) });
  const agent = createTestAgent({
    script: [{ calls: [{ name: "bash", arguments: {} }] }, { text: "It is a.js." }],
    tools: [look],
    features: [createRunTests(memory.project)],
  });
  expect((await run(agent.parts, go("what is here?"))).outcome.kind).toBe("done");
  expect(memory.testRuns()).toBe(0);
});

it("does not blame a change where the tests could not run before either", async () => {
  const broken = redCheck({ exitCode: 127, passed: null, failed: [], files: [] });
  const { end } = await runWith(() => broken, [write("new"), { text: "Done." }], "add a flag to a.js");
  expect(end.outcome).toEqual({ kind: "done", why: "What still fails failed before." });
});
