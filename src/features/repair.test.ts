import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { giveUp } from "./give-up.ts";
import { repair } from "./repair.ts";
import { createRunTests } from "./run-tests.ts";

const write = (content: string) => ({ calls: [{ name: "write", arguments: { path: "a.js", content } }] });

function setup(script: object[], ladder: ("repair" | "attempt")[] = ["repair"]) {
  const memory = createMemoryProject({ files: { "a.js": "old" }, tests: (files) => files.get("a.js") === "right" });
  const features = [createRunTests(memory.project), repair, giveUp];
  return {
    memory,
    agent: createTestAgent({ script: script as never, tools: [memory.write], features, profile: { ladder } }),
  };
}
const go = { from: "person", lane: "soon", text: "fix a.js" } as const;

it("sends the first failure back, with thinking off, and ends well once it passes", async () => {
  const { agent } = setup([write("wrong"), { text: "Done." }, write("right"), { text: "Now it is done." }]);
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
  expect(agent.provider.requests[2]?.messages.at(-1)?.text).toContain("expected 2, got 3");
  expect(agent.provider.requests[2]?.settings.thinking).toBe("off");
});

it("gives up honestly after two repairs", async () => {
  const { agent } = setup([write("wrong"), { text: "Done." }, { text: "Done." }, { text: "Really done." }]);
  expect((await run(agent.parts, go)).outcome).toEqual({ kind: "failed", why: "npm test still fails." });
  expect(agent.provider.requests).toHaveLength(4);
});

it("is skipped by a ladder without it", async () => {
  const { agent } = setup([write("wrong"), { text: "Done." }], []);
  expect((await run(agent.parts, go)).outcome.kind).toBe("failed");
});
