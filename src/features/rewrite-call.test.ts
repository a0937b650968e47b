import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import type { Json } from "../types.ts";
import { rewriteCall } from "./rewrite-call.ts";

const go = { from: "person", lane: "soon", text: "go" } as const;
const call = (name: string, given: { [key: string]: Json }) => ({ calls: [{ name, arguments: given }] });
const wrong = call("write", { path: "a.txt" });
const right = call("write", { path: "a.txt", content: "x" });

function setup(script: Parameters<typeof createTestAgent>[0]["script"], attempts = 1) {
  const memory = createMemoryProject({ files: {} });
  const agent = createTestAgent({ script, tools: [memory.write], features: [rewriteCall], profile: { attempts } });
  const tails = () => agent.provider.requests.map(({ messages }) => messages.at(-1)?.text ?? "");
  return { agent, tails, files: memory.files };
}

it("a wrong call is told its field, what was due and one valid call; the second in a row is asked for alone, and runs", async () => {
  const { agent, tails, files } = setup([wrong, wrong, right, { text: "done" }]);
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
  expect(tails()[1]).toMatch(/"content" of write: expected .+, got .+ A valid call: \{"name":"write"/s);
  expect(tails()[2]).toMatchInlineSnapshot(`
    "Error: Not run: see the note.

    [Your call of write did not run. "content" of write: expected a string, got nothing. A valid call: {"name":"write","arguments":{"path":"src/main.js","content":"the whole new content"}}]
    Write this one call again, complete and correct, and nothing else."
  `);
  expect(agent.provider.requests[2]?.settings.thinking).toBe("off");
  expect(files.get("a.txt")).toBe("x");
  expect(tails()[3]).toBe("wrote a.txt");
});

it("is asked once an attempt; then the attempt fails", async () => {
  const { agent, tails } = setup(() => wrong);
  const { outcome } = await run(agent.parts, go);
  expect(outcome).toMatchObject({ kind: "failed", why: "The model's calls were wrong again and again." });
  expect(tails().filter((text) => text.includes("Write this one call again"))).toHaveLength(1);
  expect(agent.provider.requests).toHaveLength(5);
});

it("fails an attempt into the next one while there is one", async () => {
  const { agent } = setup((_request, index) => (index < 5 ? wrong : { text: "done" }), 2);
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
  expect(agent.provider.requests[5]?.messages).toEqual(agent.provider.requests[0]?.messages);
});

it("an unknown tool is answered with the nearest names and counted, twelve times over it is not", async () => {
  const { agent, tails } = setup(() => call("wriet_text", {}));
  expect((await run(agent.parts, go)).outcome.kind).toBe("failed");
  expect(tails()[1]).toContain('there is no tool "wriet_text". The nearest are: write.');
  expect(agent.provider.requests.length).toBe(5);
});

it("does not count wrong calls that the model set right by itself", async () => {
  const script = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? wrong : right));
  const { agent } = setup([...script, { text: "done" }]);
  expect((await run(agent.parts, go)).outcome.kind).toBe("done");
});

it("leaves replies alone in which another call runs, and calls of different tools", async () => {
  const { agent, tails } = setup([{ calls: [...wrong.calls, ...right.calls] }, wrong, { text: "done" }]);
  await run(agent.parts, go);
  expect(tails().join()).not.toContain("Write this one call again");
});
