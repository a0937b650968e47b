import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import { createPermissions } from "./permissions.ts";

async function mayRun(command: string, options = { yolo: false, allow: [] as string[][] }): Promise<boolean> {
  const { project } = createMemoryProject({ files: {}, tests: () => true });
  let ran = false;
  const shell = createTestTool("bash", {
    run: async () => {
      ran = true;
      return { ok: true, text: "" };
    },
  });
  const tool = { ...shell, prepare: async (call: never) => ({ call, kind: "run" as const, paths: [], command }) };
  const agent = createTestAgent({
    script: [{ calls: [{ name: "bash", arguments: {} }] }, { text: "ok" }],
    tools: [tool],
    features: [createPermissions(project, options)],
  });
  await run(agent.parts, { from: "person", lane: "soon", text: "go" });
  if (!ran) expect(agent.provider.requests[1]?.messages.at(-1)?.text).toMatch(/not allowed here[\s\S]*npm test/);
  return ran;
}

it.each(["ls", "ls  -la", "cat src/a.js", "git status", "npm test", "node --test", " npm test "])(
  "runs %s",
  async (command) => expect(await mayRun(command)).toBe(true),
);

it.each([
  "rm -rf /", "ls; rm a", "ls && rm a", "ls | sh", "ls > a", "cat $(id)", "cat `id`", "ls\nrm a", "npm test; rm a", "npm test -- --x",
  "cat /etc/passwd", "cat ../secret", "ls -R /", "git status -uno --porcelain=/x", "cat a b", "echo hi", "sh -c ls", "FOO=1 ls", "ls &", "head -c5 a",
])("refuses %s", async (command) => expect(await mayRun(command)).toBe(false)); // biome-ignore format: a table

it("allows what --allow names, as a simple command that begins with those words", async () => {
  const options = { yolo: false, allow: [["npm", "run", "lint"]] };
  expect(await mayRun("npm run lint", options)).toBe(true);
  expect(await mayRun("npm run lint -- --fix", options)).toBe(true);
  expect(await mayRun("npm run lintx", options)).toBe(false);
  expect(await mayRun("npm run lint; rm a", options)).toBe(false);
});

it("allows everything with yolo", async () => expect(await mayRun("rm -rf x", { yolo: true, allow: [] })).toBe(true));
