import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { protectTests } from "./protect-tests.ts";

async function change(path: string, request: string, profile = {}): Promise<boolean> {
  const memory = createMemoryProject({ files: { "test/cart.test.js": "old", "src/cart.js": "old" } });
  const agent = createTestAgent({
    script: [{ calls: [{ name: "write", arguments: { path, content: "new" } }] }, { text: "ok" }],
    tools: [memory.write],
    features: [protectTests],
    profile,
  });
  await run(agent.parts, { from: "person", lane: "soon", text: request });
  const changed = memory.files.get(path) === "new";
  if (!changed) expect(agent.provider.requests[1]?.messages.at(-1)?.text).toContain("change the code, not the test");
  return changed;
}

it("refuses an existing test, also when asked again", async () => {
  expect(await change("test/cart.test.js", "the tests fail: fix it")).toBe(false);
});

it.each([
  "test/cart.test.js fails: find the bug",
  "Change only `src/cart.js`. The tests must pass: `node --test test/cart.test.js`. Leave them as they are.",
  "make cart.test.js pass",
  "fix the cart, but don't touch cart.test.js",
])("refuses it where the person only says how it goes: %s", async (request) => {
  expect(await change("test/cart.test.js", request)).toBe(false);
});

it.each([
  ["the person names it", "test/cart.test.js", "correct cart.test.js", {}],
  ["the person wants tests changed", "test/cart.test.js", "update the tests for the new price", {}],
  ["it is a new test", "test/price.test.js", "fix the bug", {}],
  ["it is code", "src/cart.js", "fix the bug", {}],
  ["the model is large", "test/cart.test.js", "fix the bug", { protectTests: false }],
])("allows it when %s", async (_name, path, request, profile) =>
  expect(await change(path, request, profile)).toBe(true),
);

it("refuses to change what the test command runs", async () => {
  const before = '{"scripts": {"test": "node --test"}}';
  const memory = createMemoryProject({ files: { "package.json": before } });
  const agent = createTestAgent({
    script: [
      { calls: [{ name: "write", arguments: { path: "package.json", content: '{"scripts": {"test": "true"}}' } }] },
      { text: "ok" },
    ],
    tools: [memory.write],
    features: [protectTests],
  });
  await run(agent.parts, { from: "person", lane: "soon", text: "the tests fail: fix it" });
  expect(memory.files.get("package.json")).toBe(before);
  expect(agent.provider.requests[1]?.messages.at(-1)?.text).toContain("what the test command runs");
});
