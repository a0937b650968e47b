import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { emptyReply } from "./empty-reply.ts";

const go = { from: "person", lane: "soon", text: "go" } as const;
const setup = (options: Omit<Parameters<typeof createTestAgent>[0], "features">) =>
  createTestAgent({ features: [emptyReply], ...options });

it("asks the same once more after nothing, then takes it", async () => {
  const agent = setup({ script: [{ text: " \n" }, { text: "Here." }] });
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
  expect(agent.provider.requests[1]).toEqual(agent.provider.requests[0]);
  const silent = setup({ script: () => ({}) });
  expect((await run(silent.parts, go)).outcome).toMatchObject({
    kind: "stopped",
    why: "The model answered with nothing.",
  });
  expect(silent.provider.requests).toHaveLength(2);
});

it("asks without thinking where it only thought", async () => {
  const agent = setup({
    script: [{ thinking: "I could say it." }, { text: "Here." }],
    profile: { settings: { temperature: 0, thinking: 2_000 } },
  });
  await run(agent.parts, go);
  expect(agent.provider.requests.map(({ settings }) => settings.thinking)).toEqual([2_000, "off"]);
  expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
});

it("gives more room where the limit cut it before a word", async () => {
  const agent = setup({ script: [{ thinking: "so much", finish: "length" }, { text: "Here." }] });
  await run(agent.parts, go);
  expect(agent.provider.requests.map(({ settings }) => settings.maxTokens)).toEqual([4_096, 8_192]);
  expect(agent.provider.requests[1]?.settings.thinking).toBe("off");
});

it("each kind has one turn in an attempt, and all share three", async () => {
  const script = [{}, { thinking: "hm" }, { finish: "length" as const }, {}, { text: "Here." }];
  const agent = setup({ script, profile: { attempts: 2 } });
  await run(agent.parts, go);
  // The fourth empty reply finds the budget spent: a new attempt, from the first request.
  expect(agent.log.entries.filter((entry) => entry.type === "epoch")).toMatchObject([{ cause: "attempt" }]);
  expect(agent.provider.requests[4]?.settings.temperature).toBe(0.8);
  const last = setup({ script });
  expect((await run(last.parts, go)).outcome).toMatchObject({
    kind: "failed",
    why: expect.stringContaining("nothing"),
  });
});

it("leaves a reply with a word, a call or an error alone", async () => {
  for (const reply of [{ text: "x" }, { thinking: "hm", text: "x" }]) {
    const agent = setup({ script: [reply] });
    await run(agent.parts, go);
    expect(agent.provider.requests).toHaveLength(1);
  }
});
