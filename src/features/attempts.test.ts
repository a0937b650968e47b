import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject, redCheck } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createFeatures } from "./index.ts";

const block = (code: string): { text: string } => ({ text: `Here it is:\n\`\`\`js\n${code}\n\`\`\`\n` });
const say = (text: string) => ({ from: "person", lane: "soon", text }) as const;
const START = "export const add = (a, b) => a - b;\n";
const GOOD = "export const add = (a, b) => a + b;";
const TASK = "the tests fail: find the bug and fix it";

function setup(
  script: { text: string }[],
  profile: object = {},
  tests = (files: ReadonlyMap<string, string>) => files.get("src/a.js")?.includes("a + b") ?? false,
) {
  const memory = createMemoryProject({
    files: { "src/a.js": START, "test/a.test.js": "import '../src/a.js'" },
    related: ["src/a.js"],
    tests,
  });
  const agent = createTestAgent({
    script,
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { ask: "direct", ladder: ["attempt", "repair"], attempts: 3, ...profile },
    restore: memory.restore,
  });
  return { memory, agent };
}

it("starts again from the clean files, at another temperature, until an attempt passes", async () => {
  const { memory, agent } = setup([block("export const add = (a, b) => a * b;"), block(GOOD)]);
  const end = await run(agent.parts, say(TASK));
  expect(end.outcome).toMatchObject({ kind: "done", why: "npm test passes." });
  expect(memory.files.get("src/a.js")).toBe(`${GOOD}\n`);
  expect(agent.provider.requests).toHaveLength(2);
  expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
  expect(agent.provider.requests[1]?.settings.temperature).toBe(0.8);
  expect(end.report).toContain("tests (npm test): 1 pass, 1 fail → 2 pass");
});

it("gives every attempt another seed", async () => {
  const wrong = block("export const add = (a, b) => 0;");
  const { agent } = setup([wrong, wrong, wrong, wrong, wrong], { settings: { seed: 7 } });
  await run(agent.parts, say(TASK));
  expect(agent.provider.requests.slice(0, 3).map((request) => request.settings.seed)).toEqual([7, 8, 9]);
});

it("puts everything back when no attempt was better, says so, and fails", async () => {
  const wrong = block("export const add = (a, b) => 0;");
  const { memory, agent } = setup([wrong, wrong, wrong, wrong, wrong]);
  const end = await run(agent.parts, say(TASK));
  expect(end.outcome).toMatchObject({ kind: "failed", why: "npm test still fails." });
  expect(memory.files.get("src/a.js")).toBe(START);
  expect(end.report.join()).toContain("as they were at the start");
});

it("keeps the best version when none is green", async () => {
  const better = "export const add = (a, b) => b;";
  const { memory, agent } = setup(
    [block(better), block("export const add = (a, b) => 0;"), block("export const add = () => 1;")],
    { ladder: ["attempt"] },
    (files) => (files.get("src/a.js")?.includes("=> b") ? redCheck({ passed: 5 }) : redCheck()) as never,
  );
  const end = await run(agent.parts, say(TASK));
  expect(end.outcome.kind).toBe("failed");
  expect(memory.files.get("src/a.js")).toBe(`${better}\n`);
});

it("counts a reply without any code as an attempt", async () => {
  const { memory, agent } = setup([{ text: "The bug is in add." }, block(GOOD)]);
  const end = await run(agent.parts, say(TASK));
  expect(end.outcome.kind).toBe("done");
  expect(memory.files.get("src/a.js")).toContain("a + b");
});

it("repairs a version that passes more tests than the start before it starts again", async () => {
  const better = "export const add = (a, b) => b;";
  const { agent } = setup([block(better), block(GOOD)], {}, (files) =>
    files.get("src/a.js")?.includes("a + b")
      ? true
      : (redCheck({ passed: files.get("src/a.js")?.includes("=> b") ? 5 : 1 }) as never),
  );
  const end = await run(agent.parts, say(TASK));
  expect(end.outcome.kind).toBe("done");
  const tail = agent.provider.requests[1]?.messages.at(-1)?.text;
  expect(tail).toContain("npm test fails");
  expect(tail?.split("\n").at(-1)).toMatch(/^Give the complete new content of src\/a\.js/);
});
