import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import { createAttachFiles } from "./attach-files.ts";
import { wholeFileGuard } from "./whole-file-guard.ts";

async function rewrite(before: string, after: string, features = [wholeFileGuard]) {
  const memory = createMemoryProject({ files: { "a.js": before } });
  const agent = createTestAgent({
    script: [{ text: `a.js\n\`\`\`js\n${after}\n\`\`\`` }, { text: "ok" }],
    tools: [memory.write],
    features: [createAttachFiles(memory.project), ...features],
  });
  await run(agent.parts, { from: "person", lane: "soon", text: "change a.js" });
  return { content: memory.files.get("a.js"), told: agent.provider.requests[1]?.messages.at(-1) };
}

it("refuses a block that lacks what the file defines, and says which, in the person's voice", async () => {
  const { content, told } = await rewrite(
    "export function one() {}\nexport const two = 2;\n",
    "export function one() { return 1; }",
  );
  expect(content).toContain("two = 2");
  expect(told).toMatchObject({ role: "user", text: expect.stringContaining("it lacks two") });
});

it("refuses a block that no longer exports what the file did", async () => {
  const { content, told } = await rewrite("export class Cart {}\n", "class Cart { total() {} }");
  expect(content).toBe("export class Cart {}\n");
  expect(told?.text).toContain("it does not export Cart");
  expect((await rewrite("export class Cart {}\n", "class Cart {}\nexport { Cart };")).content).toContain(
    "export { Cart }",
  );
});

it("takes a block that has it all, and more", async () => {
  expect((await rewrite("const one = 1;\n", "const one = 2;\nconst three = 3;")).content).toBe(
    "const one = 2;\nconst three = 3;\n",
  );
});

it("can be left out", async () => {
  expect((await rewrite("const one = 1;\n", "const two = 2;", [])).content).toBe("const two = 2;\n");
});

it("refuses a gap that was copied instead of filled", async () => {
  const { content, told } = await rewrite("const one = 1;\n", "const one = 1;\n…");
  expect(content).toBe("const one = 1;\n");
  expect(told?.text).toContain('only "…"');
});
