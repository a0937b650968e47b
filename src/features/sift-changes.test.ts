import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { sha256 } from "../lib/sha256.ts";
import { stateAt } from "../log/select.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createFeatures } from "./index.ts";

const START = "one\nwrong\ntwo\nright\nthree\n";

const go = { from: "person", lane: "soon", text: "the tests fail: fix it" } as const;
it("keeps the one change of an answer that helps", async () => {
  const memory = createMemoryProject({
    files: { "src/a.js": START, "test/a.test.js": "" },
    related: ["src/a.js"],
    tests: (files) => files.get("src/a.js") === "one\nfixed\ntwo\nright\nthree\n",
  });
  const agent = createTestAgent({
    script: [{ text: "```js\none\nfixed\ntwo\nspoilt\nthree\n```" }],
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { ask: "direct", ladder: ["attempt"] },
    restore: memory.restore,
  });
  const end = await run(agent.parts, go);
  expect(end.outcome).toEqual({ kind: "done", why: "npm test passes." });
  expect(memory.files.get("src/a.js")).toBe("one\nfixed\ntwo\nright\nthree\n");
  await memory.restore(stateAt(agent.log.entries, 0));
  expect(memory.files.get("src/a.js")).toBe(START);
});

it("tries each change once, then leaves it to the others", async () => {
  const memory = createMemoryProject({
    files: { "src/a.js": START, "test/a.test.js": "" },
    related: ["src/a.js"],
    tests: () => false,
  });
  const agent = createTestAgent({
    script: [{ text: "```js\n1\nwrong\n2\nright\n3\n```" }],
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { ask: "direct", ladder: ["attempt"], attempts: 1 },
    restore: memory.restore,
  });
  expect((await run(agent.parts, go)).outcome.kind).toBe("failed");
  expect(memory.testRuns()).toBe(5); // before, the answer, its three changes
  const placed = agent.log.entries.filter((entry) => entry.type === "fact" && entry.name === "restored");
  expect(JSON.stringify(placed[3])).toContain(sha256("1\nwrong\n2\nright\n3\n")); // the answer stands again
  expect(memory.files.get("src/a.js")).toBe(START);
});

it("can be left out", async () => {
  const memory = createMemoryProject({
    files: { "src/a.js": START, "test/a.test.js": "" },
    related: ["src/a.js"],
    tests: () => false,
  });
  const agent = createTestAgent({
    script: [{ text: "```js\n1\nwrong\n2\nright\n3\n```" }],
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }).filter(({ name }) => name !== "sift-changes"),
    profile: { ask: "direct", ladder: ["attempt"] },
    restore: memory.restore,
  });
  await run(agent.parts, go);
  expect(memory.testRuns()).toBe(2);
});

it("takes no part of an answer for the whole where the tests did not fail before", async () => {
  const memory = createMemoryProject({
    files: { "a.js": START, "a.test.js": "" },
    tests: (files) => !files.get("a.js")?.includes("spoilt"),
  });
  const agent = createTestAgent({
    script: [{ text: "```js\nnew\nwrong\ntwo\nspoilt\nthree\n```" }],
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { ask: "direct", ladder: [] },
    restore: memory.restore,
  });
  const end = await run(agent.parts, { from: "person", lane: "soon", text: "add a thing to a.js" });
  expect(end.outcome.kind).toBe("failed");
  expect(memory.testRuns()).toBe(2);
});
