import fc from "fast-check";
import { expect, it } from "vitest";
import { run } from "../agent/loop.ts";
import { createMemoryProject } from "../testing/create-memory-project.ts";
import type { ScriptedReply } from "../testing/create-scripted-provider.ts";
import { createTestAgent } from "../testing/create-test-agent.ts";
import type { ProviderError } from "../types.ts";
import { createFeatures } from "./index.ts";

const error = (kind: ProviderError["kind"], modelText?: string): ProviderError => ({
  kind,
  message: kind,
  hint: "",
  retryable: kind === "stream-broken",
  ...(modelText === undefined ? {} : { modelText }),
});
const call = (name: string, given: { [key: string]: string }): ScriptedReply => ({
  calls: [{ name, arguments: given }],
});
const quoted = '<tool_call>{"name":"write","arguments":{"path":"b.js","content":"1"}}</tool_call>';

/** Replies of models and servers at their worst. */
const REPLIES: readonly ScriptedReply[] = [
  {},
  { thinking: "hm" },
  { thinking: "so much ".repeat(2_000), text: "late", chunk: 500 },
  { text: `<think>${"round and round ".repeat(1_000)}`, chunk: 500 },
  { text: "half", finish: "length" },
  { finish: "length" },
  { text: "```js\nexport const a = 2;\n```" },
  { text: '<tool_call>{"name": "write", "arguments": {"path" "a"}}</tool_call>' },
  { text: '<tool_call>{"name": "write", "arguments": {"path": "a.js", "content": "x', finish: "length" },
  { text: quoted },
  call("write", { path: "a.js" }),
  call("write", { path: "a.js", content: "export const a = 3;\n" }),
  call("fly", {}),
  { error: error("parse") },
  { text: quoted, error: error("parse", quoted) },
  { text: "</tool_call>", error: error("parse", "</tool_call>") },
  { error: error("no-tools") },
  { text: "broken", error: error("stream-broken") },
  { text: "All done." },
];

it("with all features every run ends, within its steps, in order and with a stable prefix, whatever comes back", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(REPLIES.length - 1), { minLength: 1, maxLength: 6 }),
      fc.record({
        ask: fc.constantFrom("direct" as const, "tools" as const),
        attempts: fc.integer({ min: 1, max: 3 }),
        keepsThinking: fc.boolean(),
      }),
      fc.record({ continues: fc.boolean(), tools: fc.boolean() }),
      fc.boolean(),
      async (script, profile, facts, endsThoughts) => {
        const memory = createMemoryProject({ files: { "a.js": "export const a = 1;\n" }, tests: () => false });
        const agent = createTestAgent({
          script: (_request, index) => REPLIES[script[index % script.length] ?? 0] ?? {},
          tools: [memory.write],
          features: createFeatures(memory.project, { yolo: false, allow: [] }),
          profile: { ...profile, maxSteps: 14, callForm: "hermes", settings: { temperature: 0, thinking: 2_000 } },
          facts,
          endsThoughts,
          restore: memory.restore,
        });
        for (const text of ["change a in a.js to 2, the tests fail", "and now?"]) {
          await run(agent.parts, { from: "person", lane: "soon", text });
          expect(agent.log.entries.at(-1)?.type).toBe("outcome");
        }
        expect(agent.provider.requests.length).toBeLessThanOrEqual(28);
        for (const { messages, continues } of agent.provider.requests) {
          const roles = messages.map(({ role }) => role);
          expect(roles[0]).toBe("user");
          expect(roles.some((role, at) => role !== "tool" && role === roles[at + 1])).toBe(false);
          if (!continues) expect(roles.at(-1)).not.toBe("assistant");
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
