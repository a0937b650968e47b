import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createFeatures } from "./index.ts";

const block = (value: number): { text: string } => ({ text: `\`\`\`js\nlet a = ${value};\n\`\`\`` });

/** Passing tests are a function of the number that the file holds. */
async function runWith(script: { text: string }[], passed: (value: number) => number, without: string[] = []) {
  const memory = createMemoryProject({
    files: { "a.js": "let a = 1;\n", "a.test.js": "" },
    related: ["a.js"],
    tests: (files) => redCheck({ passed: passed(Number(/\d+/.exec(files.get("a.js") ?? "")?.[0])) }),
  });
  const agent = createTestAgent({
    script,
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }).filter(({ name }) => !without.includes(name)),
    profile: { ask: "direct", ladder: ["attempt"], attempts: script.length },
    restore: memory.restore,
  });
  const end = await run(agent.parts, { from: "person", lane: "soon", text: "the tests fail: fix a.js" });
  return { end, content: memory.files.get("a.js") };
}

it("keeps the version with the most passing tests", async () => {
  const { end, content } = await runWith([block(5), block(3)], (value) => value);
  expect(end.outcome.kind).toBe("failed");
  expect(content).toBe("let a = 5;\n");
  expect(end.report).toContain("kept the best version: 5 tests pass");
  expect(end.report.join()).toContain("1 pass, 1 fail → 5 pass, 1 fail");
});

it("goes back to the start where nothing was better", async () => {
  expect((await runWith([block(5), block(3)], () => 1)).content).toBe("let a = 1;\n");
});

it("can be left out", async () => {
  expect((await runWith([block(5), block(3)], (value) => value, ["keep-best"])).content).toBe("let a = 3;\n");
});
