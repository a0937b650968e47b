import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { retryStream } from "./retry-stream.ts";

const broken = {
  error: { kind: "stream-broken", message: "The stream broke.", hint: "look", retryable: true },
} as const;
const go = { from: "person", lane: "soon", text: "go" } as const;

it("asks the same again after a broken stream", async () => {
  const agent = createTestAgent({ script: [{ text: "half", ...broken }, { text: "whole" }], features: [retryStream] });
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
  expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
});

it("gives up after three failures in a row", async () => {
  const agent = createTestAgent({ script: () => broken, features: [retryStream] });
  expect((await run(agent.parts, go)).outcome).toMatchObject({ kind: "failed", why: "The stream broke." });
  expect(agent.provider.requests).toHaveLength(3);
});

it("does not repeat what can't get better", async () => {
  const error = { ...broken.error, retryable: false };
  const agent = createTestAgent({ script: () => ({ error }), features: [retryStream] });
  await run(agent.parts, go);
  expect(agent.provider.requests).toHaveLength(1);
});
