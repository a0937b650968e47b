import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import { readingNotices } from "./reading-notices.ts";

const go = (text: string) => ({ from: "person", lane: "soon", text }) as const;
const unknown = { text: '```json\n{"name": "fly", "arguments": {"text": "x"}}\n```' };

it("tells the model once what looked like a call and was not run", async () => {
  const agent = createTestAgent({
    script: [unknown, unknown],
    tools: [createTestTool("look")],
    features: [readingNotices],
  });
  expect((await run(agent.parts, go("change it"))).outcome.kind).toBe("done");
  expect(agent.provider.requests).toHaveLength(2);
  expect(agent.provider.requests[1]?.messages.at(-1)?.text).toMatch(/^\[.*fly.*\]$/);
});

it("lets an answer be an answer", async () => {
  const agent = createTestAgent({ script: [unknown], tools: [createTestTool("look")], features: [readingNotices] });
  await run(agent.parts, go("what does a call look like?"));
  expect(agent.provider.requests).toHaveLength(1);
});

it("rides along where something else ran", async () => {
  const agent = createTestAgent({
    script: [{ text: `${unknown.text}\n\n\`\`\`json\n{"name": "look", "arguments": {}}\n\`\`\`` }, { text: "ok" }],
    tools: [createTestTool("look")],
    features: [readingNotices],
  });
  await run(agent.parts, go("change it"));
  expect(agent.provider.requests[1]?.messages.at(-1)?.text).toContain("fly");
});
