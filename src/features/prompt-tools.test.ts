import { describe, expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import type { ProviderError } from "../types.ts";
import { createFeatures } from "./index.ts";

const go = { from: "person", lane: "soon", text: "go" } as const;
const error = (kind: ProviderError["kind"]): ProviderError => ({ kind, message: "no", hint: "", retryable: false });
const written = '<tool_call>\n{"name":"write","arguments":{"path":"a.txt","content":"x"}}\n</tool_call>';

function setup(options: Omit<Parameters<typeof createTestAgent>[0], "features" | "tools">) {
  const memory = createMemoryProject({ files: {} });
  const agent = createTestAgent({
    ...options,
    tools: [memory.write],
    features: createFeatures(memory.project, { yolo: false, allow: [] }),
    profile: { callForm: "hermes", ...options.profile },
  });
  const modes = () => agent.provider.requests.map(({ settings }) => settings.toolsMode);
  const epochs = () => agent.log.entries.flatMap((entry) => (entry.type === "epoch" ? [entry.cause] : []));
  return { agent, modes, epochs, files: memory.files };
}

/** The tools stand in the system text from request `index` on, the call was read and its result came as text. */
function expectMoved({ agent, files }: ReturnType<typeof setup>, index: number): void {
  const { requests } = agent.provider;
  expect(requests[index]?.system).toContain("## write(path, content)");
  expect(files.get("a.txt")).toBe("x");
  expect(requests[index + 1]?.messages.slice(-2)).toMatchObject([
    { role: "assistant", text: written },
    { role: "user", text: "<tool_response>\nwrote a.txt\n</tool_response>" },
  ]);
}

describe("tools move into the prompt", () => {
  it("from the first request on where the chat template knows none", async () => {
    const test = setup({ script: [{ text: written }, { text: "done" }], facts: { tools: false } });
    expect((await run(test.agent.parts, go)).outcome.kind).toBe("done");
    expect(test.modes()).toEqual(["prompt", "prompt"]);
    expect(test.epochs()).toEqual([]);
    expectMoved(test, 0);
  });

  it.each(["no-tools", "parse"] as const)(
    "when the server answers with the error %s, in an epoch of its own",
    async (kind) => {
      const test = setup({ script: [{ error: error(kind) }, { text: written }, { text: "done" }] });
      expect((await run(test.agent.parts, go)).outcome.kind).toBe("done");
      expect(test.modes()).toEqual(["native", "prompt", "prompt"]);
      expect(test.epochs()).toEqual(["tools-mode"]);
      expectMoved(test, 1);
      const [first, second] = test.agent.provider.requests;
      expect(second?.messages).toEqual(first?.messages);
      expect(second?.tools).toEqual(first?.tools);
    },
  );

  it("after two replies in a row whose calls could not be read, what came before being shown anew", async () => {
    const broken = { text: '<tool_call>\n{"name": "write", "arguments": {"path" "a"}}\n</tool_call>' };
    const test = setup({ script: [broken, broken, { text: written }, { text: "done" }] });
    expect((await run(test.agent.parts, go)).outcome.kind).toBe("done");
    expect(test.modes()).toEqual(["native", "native", "prompt", "prompt"]);
    expectMoved(test, 2);
    expect(JSON.stringify(test.agent.provider.requests[2]?.messages)).not.toContain('"calls"');
  });

  it("for good: the next run begins so", async () => {
    const test = setup({ script: [{ error: error("no-tools") }, { text: "One." }, { text: "Two." }] });
    await run(test.agent.parts, go);
    await run(test.agent.parts, go);
    expect(test.modes()).toEqual(["native", "prompt", "prompt"]);
    expect(test.epochs()).toEqual(["tools-mode"]);
  });

  it("where the profile says so, without a word", async () => {
    const settings = { toolsMode: "prompt" } as const;
    const test = setup({ script: [{ text: written }, { text: "done" }], profile: { settings } });
    await run(test.agent.parts, go);
    expectMoved(test, 0);
    expect(test.agent.log.entries.some((entry) => entry.type === "fact" && entry.name === "tools-mode")).toBe(false);
  });

  it("not where the person decided, and not for other errors", async () => {
    const settings = { toolsMode: "native" } as const;
    const decided = setup({ script: [{ error: error("no-tools") }], profile: { settings } });
    expect((await run(decided.agent.parts, go)).outcome.kind).toBe("failed");
    const other = setup({ script: [{ error: error("server") }] });
    expect((await run(other.agent.parts, go)).outcome.kind).toBe("failed");
    expect([...decided.modes(), ...other.modes()]).toEqual(["native", "native"]);
  });
});

describe("an error that quotes what the model wrote", () => {
  const quoting = (text: string) => ({ text, error: { ...error("parse"), modelText: text } });

  it("is a reply where a call can be read from it; the tools stay where they are", async () => {
    const test = setup({ script: [quoting(written), { text: "done" }] });
    expect((await run(test.agent.parts, go)).outcome.kind).toBe("done");
    expect(test.files.get("a.txt")).toBe("x");
    expect(test.modes()).toEqual(["native", "native"]);
  });

  it("is none where the server sent a piece of the call already", async () => {
    const half = { calls: [{ name: "write", arguments: { path: "half.txt", content: "x" } }], ...quoting(written) };
    const test = setup({ script: [half, { text: written }, { text: "done" }] });
    await run(test.agent.parts, go);
    expect([...test.files.keys()]).toEqual(["a.txt"]);
    expect(test.modes()).toEqual(["native", "prompt", "prompt"]);
  });

  it.each([
    ["no call at all", "</tool_call>"],
    ["a call of no known tool", '<tool_call>{"name": "frobnicate", "arguments": {}}</tool_call>'],
    ["a call that is cut off", '<tool_call>{"name": "write", "arguments": {"path": "a.txt", "content": "x'],
  ])("is none with %s: asked again with the tools in the prompt", async (_name, text) => {
    const test = setup({ script: [quoting(text), { text: written }, { text: "done" }] });
    expect((await run(test.agent.parts, go)).outcome.kind).toBe("done");
    expect(test.modes()).toEqual(["native", "prompt", "prompt"]);
    expectMoved(test, 1);
  });
});
