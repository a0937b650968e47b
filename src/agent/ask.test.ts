import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../testing/create-scripted-provider.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import type { AgentEvent, Message, Reply } from "../types.ts";
import { run } from "./loop.ts";

const wish: Message = { from: "person", lane: "soon", text: "look" };
const call = '<tool_call>{"name": "look", "arguments": {"text": "a"}}</tool_call>';
const runs = [{ name: "look", arguments: { text: "a" } }];

/** The first reply of a run over this script, and what was seen of it. */
async function read(...script: readonly ScriptedReply[]) {
  const agent = createTestAgent({ script, tools: [createTestTool("look")] });
  await run(agent.parts, wish);
  const [reply] = agent.log.entries.filter((entry) => entry.type === "reply");
  const seen = (type: AgentEvent["type"]): string =>
    agent.events.map((event) => (event.type === type && "text" in event ? event.text : "")).join("");
  return { reply: reply as Reply, text: seen("text-delta"), thinking: seen("thinking-delta") };
}

describe("thinking that stands in the text", () => {
  it("arrives as thinking and never as text", async () => {
    const { reply, text, thinking } = await read({ text: "<think>\nFirst I look.\n</think>\n\nHere it is." });
    expect({ text, thinking }).toEqual({ text: "Here it is.", thinking: "First I look." });
    expect(reply).toMatchObject({ text: "Here it is.", thinking: "First I look.", calls: [] });
    expect(reply.raw.trim()).toBe("Here it is.");
  });

  it("is kept with what the server sent apart", async () => {
    const { reply } = await read({ thinking: "One.", text: "<think>Two.</think>Three." });
    expect(reply).toMatchObject({ thinking: "One.\n\nTwo.", text: "Three." });
  });

  it("is kept when the limit cuts it", async () => {
    const { reply, text } = await read({ text: "<think>\nFirst I look", finish: "length" });
    expect(reply).toMatchObject({ thinking: "First I look", text: "", finish: "length" });
    expect(text).toBe("");
  });

  it("is not sent back as text", async () => {
    const script = [{ text: `<think>\nFirst I look.\n</think>\n${call}` }, { text: "Done." }];
    const agent = createTestAgent({ script, tools: [createTestTool("look")] });
    await run(agent.parts, wish);
    expect(JSON.stringify(agent.provider.requests[1]?.messages)).not.toContain("First I look");
  });
});

describe("calls within thinking", () => {
  it("run where the thought is never closed", async () => {
    const { reply } = await read({ text: `<think>\nFirst I look.\n${call}` }, { text: "Done." });
    expect(reply).toMatchObject({ thinking: "First I look.", calls: runs });
  });

  it("run where the server sent the thought apart, and nothing else", async () => {
    const { reply } = await read({ thinking: `First I look.\n${call}` }, { text: "Done." });
    expect(reply).toMatchObject({ calls: runs, text: "" });
  });

  it("do not run where an answer follows", async () => {
    const { reply } = await read({ thinking: `I could\n${call}`, text: "I did not." });
    expect(reply).toMatchObject({ calls: [], text: "I did not." });
  });
});
