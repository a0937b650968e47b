import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import type { Profile } from "../types.ts";
import { createFeatures } from "./index.ts";

const say = (text: string) => ({ from: "person", lane: "soon", text }) as const;
const block = (code: string): { text: string } => ({ text: `\`\`\`js\n${code}\n\`\`\`` });

function setup(options: {
  script: { text: string }[];
  files: { [path: string]: string };
  tests?: (files: ReadonlyMap<string, string>) => boolean;
  related?: string[];
  profile?: Partial<Profile>;
  without?: string;
}) {
  const memory = createMemoryProject({ tests: null, ...options });
  const agent = createTestAgent({
    script: options.script,
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }).filter(({ name }) => name !== options.without),
    profile: { ask: "direct", ladder: ["attempt"], ...options.profile },
    restore: memory.restore,
  });
  const tails = () => agent.provider.requests.map((request) => request.messages.at(-1)?.text.split("\n").at(-1));
  return { memory, agent, tails };
}

it("asks for the named file's whole content as the last line, writes the block, and ends", async () => {
  const { memory, agent, tails } = setup({
    script: [block("export const a = 2;")],
    files: { "src/a.js": "export const a = 1;\n", "src/b.js": "" },
  });
  const end = await run(agent.parts, say("change a to 2 in a.js"));
  expect(end.outcome.kind).toBe("done");
  expect(tails()).toEqual([expect.stringMatching(/^Give the complete new content of src\/a\.js in one ```js block/)]);
  expect(memory.files.get("src/a.js")).toBe("export const a = 2;\n");
});

it("asks for several named files one after the other, in one run", async () => {
  const { memory, agent, tails } = setup({
    script: [block("export const a = 2;"), block("export const b = 2;")],
    files: { "a.js": "export const a = 1;\n", "b.js": "export const b = 1;\n" },
  });
  await run(agent.parts, say("set the constants in a.js and b.js to 2"));
  expect(tails().map((line) => /of (\S+) in/.exec(line ?? "")?.[1])).toEqual(["a.js", "b.js"]);
  expect(memory.files.get("b.js")).toBe("export const b = 2;\n");
});

it("goes on to the next file behind a failing test, with the failure before the ask", async () => {
  const { memory, agent, tails } = setup({
    script: [block("export const a = 1;"), block("export const b = 2;")],
    files: { "src/a.js": "export const a = 1;\n", "src/b.js": "export const b = 1;\n", "test/a.test.js": "" },
    related: ["src/a.js", "src/b.js"],
    tests: (files) => files.get("src/b.js")?.includes("2") ?? false,
  });
  const end = await run(agent.parts, say("the tests fail: fix it"));
  expect(end.outcome.kind).toBe("done");
  expect(tails().map((line) => /of (\S+) in/.exec(line ?? "")?.[1])).toEqual(["src/a.js", "src/b.js"]);
  expect(agent.provider.requests[1]?.messages.at(-1)?.text).toContain("expected 2, got 3");
  expect(memory.testRuns()).toBe(2); // the unchanged first file is not tested again
});

it("asks for a file that is to be made", async () => {
  const { memory, agent } = setup({ script: [{ text: "```python\nprint(1)\n```" }], files: { "src/a.js": "" } });
  await run(agent.parts, say("create hello.py that prints 1"));
  expect(memory.files.get("hello.py")).toBe("print(1)\n");
});

it("asks once more when the block could not be taken", async () => {
  const { memory, agent } = setup({
    script: [block("export const other = 2;"), block("export const a = 2;")],
    files: { "a.js": "export const a = 1;\n" },
  });
  await run(agent.parts, say("change a to 2 in a.js"));
  expect(agent.provider.requests[1]?.messages.at(-1)?.text).toContain("it lacks a");
  expect(memory.files.get("a.js")).toBe("export const a = 2;\n");
});

it.each([
  ["a question", "what does a.js do?", {}],
  ["a model that gets tools", "change a.js", { ask: "tools" as const }],
])("asks nothing for %s", async (_name, text, profile) => {
  const { agent, tails } = setup({
    script: [{ text: "It exports a." }],
    files: { "a.js": "export const a = 1;\n" },
    profile,
  });
  await run(agent.parts, say(text));
  expect(tails()[0]).not.toContain("Give the complete");
});

it("can be left out", async () => {
  const { agent, tails } = setup({ script: [{ text: "Done." }], files: { "a.js": "" }, without: "direct-ask" });
  await run(agent.parts, say("change a.js"));
  expect(tails()[0]).not.toContain("Give the complete");
});

it("keeps asking for what the run before was about where the person only says yes", async () => {
  const { memory, agent, tails } = setup({
    script: [{ text: "Shall I change it?" }, { text: "Shall I?" }, block("export const a = 2;")],
    files: { "src/a.js": "export const a = 1;\n", "src/b.js": "" },
  });
  const first = await run(agent.parts, say("change a to 2 in a.js"));
  expect(first.outcome.kind).toBe("stopped");
  const second = await run(agent.parts, say("Yes, go on!"));
  expect(second.outcome.kind).toBe("done");
  expect(tails().at(-1)).toMatch(/^Give the complete new content of src\/a\.js in one ```js block/);
  expect(memory.files.get("src/a.js")).toBe("export const a = 2;\n");
});
