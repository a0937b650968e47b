import { describe, expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { thinkingBudget } from "./thinking-budget.ts";

const go = { from: "person", lane: "soon", text: "go" } as const;
/** This many tokens at the estimate of 4.5 characters each. */
const thought = (tokens: number) => "hm, so ".repeat(Math.ceil((tokens * 4.5) / 7));
const settings = { temperature: 0, thinking: 2_000 } as const;

function setup(options: Omit<Parameters<typeof createTestAgent>[0], "features">) {
  return createTestAgent({ features: [thinkingBudget], endsThoughts: false, profile: { settings }, ...options });
}

describe("a thought of 10,000 tokens", () => {
  const long = { thinking: thought(10_000), text: "never seen", chunk: 70 };

  it("is cut at its budget, closed and kept, and the answer still arrives, not thought about again", async () => {
    const agent = setup({ script: [long, { text: "The answer." }] });
    expect((await run(agent.parts, go)).outcome.kind).toBe("done");
    const [first, second] = agent.provider.requests;
    expect(first?.settings.thinking).toBe(2_000);
    expect(second).toMatchObject({ continues: { text: "" }, settings: { thinking: "off" } });
    const kept = second?.continues?.thinking ?? "";
    expect(kept.length / 4.5).toBeGreaterThan(2_000);
    expect(kept.length / 4.5).toBeLessThan(2_050);
    expect(second?.messages).toEqual(first?.messages);
    expect(agent.log.entries.findLast((entry) => entry.type === "reply")).toMatchObject({
      text: "The answer.",
      thinking: kept,
    });
  });

  it("is only asked for its end where the server can end it in flight", async () => {
    const agent = setup({ script: [{ ...long, text: "The answer." }], endsThoughts: true });
    expect((await run(agent.parts, go)).outcome.kind).toBe("done");
    expect(agent.provider.requests).toHaveLength(1);
    expect(agent.provider.thoughtsEnded()).toBeGreaterThan(0);
  });

  it("goes along as text, its last 500 tokens, where a server can't go on", async () => {
    const thinking = `${thought(1_800)}THE POINT${thought(5_000)}`;
    const agent = setup({ script: [{ thinking, chunk: 70 }, { text: "Done." }], facts: { continues: false } });
    expect((await run(agent.parts, go)).outcome.kind).toBe("done");
    const [, second] = agent.provider.requests;
    expect(second).not.toHaveProperty("continues");
    expect(second?.settings.thinking).toBe("off");
    const said = second?.messages.at(-1)?.text ?? "";
    expect(said).toMatch(/^go\n\n\[You have thought long enough\. Your thoughts ended with:\n[\s\S]+\]\nAnswer now\.$/);
    expect(said).toContain("THE POINT");
    expect(said.length / 4.5).toBeLessThan(560);
  });

  it("is counted also where it stands in the text", async () => {
    const agent = setup({ script: [{ text: `<think>\n${thought(10_000)}`, chunk: 70 }, { text: "The answer." }] });
    await run(agent.parts, go);
    expect(agent.provider.requests[1]?.continues?.text).toBe("");
    expect(agent.provider.requests[1]?.continues?.thinking.length).toBeGreaterThan(6_000);
  });

  it("that begins again and again ends the run, after one continuation and one word", async () => {
    const agent = setup({ script: () => long });
    expect((await run(agent.parts, go)).outcome).toMatchObject({
      kind: "stopped",
      why: expect.stringContaining("thought for more than 2000 tokens"),
    });
    expect(agent.provider.requests).toHaveLength(3);
  });
});

it("counts Chinese for what it is", async () => {
  const agent = setup({ script: [{ thinking: "先看文件".repeat(1_000), chunk: 70 }, { text: "ok" }] });
  await run(agent.parts, go);
  expect(agent.provider.requests[1]?.continues?.thinking.length).toBeLessThan(3_100);
});

it("leaves a thought within its budget alone, and caps a model that was told not to think", async () => {
  const short = setup({ script: [{ thinking: thought(1_900), text: "ok", chunk: 70 }] });
  await run(short.parts, go);
  expect(short.provider.requests).toHaveLength(1);
  const disobedient = setup({
    script: [{ thinking: thought(3_000), chunk: 70 }, { text: "ok" }],
    profile: { settings: { thinking: "off" } },
  });
  await run(disobedient.parts, go);
  expect(disobedient.provider.requests).toHaveLength(2);
});
