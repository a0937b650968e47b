import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createFeatures } from "./index.ts";

const BEFORE =
  "export function add(a, b) {\n  return a - b;\n}\n\nexport function twice(a) {\n  return add(a, a);\n}\n";
const block = (body: string): { text: string } => ({
  text: `\`\`\`js\n${BEFORE.replace("return a - b;", body)}\`\`\``,
});
const failure =
  'FAILED: adds\n3 !== 5\n    at test/a.test.js:4:10\n      3\ttest("adds", () => {\n      4\t  assert.equal(twice(add(1, 1)), 4);';

function setup(script: { text: string }[], without: string[] = [], file = BEFORE) {
  const memory = createMemoryProject({
    files: { "src/a.js": file, "test/a.test.js": "" },
    related: ["src/a.js"],
    tests: (files) => files.get("src/a.js")?.includes("a + b") || redCheck({ firstFailure: failure }),
  });
  const features = createFeatures(memory.project, { yolo: false, allow: [] });
  const agent = createTestAgent({
    script,
    tools: [memory.write],
    features: features.filter(({ name }) => !without.includes(name)),
    profile: { ask: "direct", ladder: ["attempt"], attempts: 4 },
    restore: memory.restore,
  });
  return { memory, agent, end: run(agent.parts, { from: "person", lane: "soon", text: "the tests fail: fix it" }) };
}

it("shows the file with gaps in what the failing test calls, one part an attempt, and asks again at the tail", async () => {
  const { agent, end } = setup([block("return a - b;"), block("return 0;"), block("return a + b;")]);
  expect((await end).outcome.kind).toBe("done");
  const texts = agent.provider.requests.map((request) => request.messages.map((message) => message.text).join("\n"));
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain("return a - b");
  expect(texts[1]).toContain("lines of twice that may be wrong were taken out");
  expect(texts[1]).not.toContain("return add(a, a)");
  expect(texts[1]).toContain("return a - b");
  expect(texts[2]).toContain("lines of add that may be wrong");
  expect(texts[2]).not.toContain("return a - b");
  for (const text of texts) expect(text.split("\n").at(-1)).toMatch(/^Give the complete new content of src\/a\.js/);
});

it("leaves plain attempts where no function of the file is called by the test", async () => {
  const { agent, end } = setup(
    [block("return 0;"), { text: "```js\nexport const add = (a, b) => a + b;\n```" }],
    [],
    "export const add = (a, b) => a - b;\n",
  );
  expect((await end).outcome.kind).toBe("done");
  expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
});

it("can be left out", async () => {
  const { agent, end } = setup([block("return 0;"), block("return a + b;")], ["rewrite-suspect"]);
  await end;
  expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
});
