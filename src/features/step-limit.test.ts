import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import { stepLimit } from "./step-limit.ts";

it("ends a run that would go on for ever, after telling the model five steps before", async () => {
  const agent = createTestAgent({
    script: () => ({ calls: [{ name: "look", arguments: {} }] }),
    tools: [createTestTool("look")],
    features: [stepLimit],
    profile: { maxSteps: 8 },
  });
  const end = await run(agent.parts, { from: "person", lane: "soon", text: "go" });
  expect(end.outcome).toMatchObject({ kind: "stopped", hint: expect.stringContaining("--max-steps 16") });
  expect(agent.provider.requests).toHaveLength(8);
  const told = agent.provider.requests.findIndex((request) => request.messages.at(-1)?.text.includes("5 steps left"));
  expect(told).toBe(3);
});
