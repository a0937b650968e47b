import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createFeatures } from "./index.ts";

it("ends a run whose tests stay red when nothing else is tried, at once", async () => {
  const memory = createMemoryProject({
    files: { "a.js": "let a = 1;\n", "a.test.js": "" },
    related: ["a.js"],
    tests: () => false,
  });
  const agent = createTestAgent({
    script: [{ text: "```js\nlet a = 2;\n```" }],
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { ask: "direct", ladder: [] },
    restore: memory.restore,
  });
  const end = await run(agent.parts, { from: "person", lane: "soon", text: "the tests fail: fix a.js" });
  expect(end.outcome).toEqual({ kind: "failed", why: "npm test still fails." });
  expect(agent.provider.requests).toHaveLength(1);
});
