import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { llamaCppReply, llamaCppRoutes } from "../testing/llama-cpp-replies.ts";
import { jsonRecording, type Recording, type Routes, startReplayServer } from "../testing/replay-server.ts";
import { createAgent, type RunResult } from "./create-agent.ts";
import { diagnose } from "./doctor.ts";

const CHAT = "POST /v1/chat/completions";
const CALL = '<tool_call>\n{"name":"write","arguments":{"path":"a.txt","content":"hello\\n"}}\n</tool_call>';
const failure = (message: string, status = 500): Recording =>
  jsonRecording({ error: { code: status, message, type: "server_error" } }, status);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Sent = { readonly system: string; readonly tools: number; readonly body: Record<string, unknown> };

/** Runs one request against recorded replies, in a folder and with a state of its own or those given. */
async function work(routes: Routes, root = mkdtempSync(join(tmpdir(), "whippet-wire-"))) {
  const cwd = join(root, "project");
  mkdirSync(cwd, { recursive: true });
  const server = await startReplayServer(routes);
  closing.push(server.close);
  const environment = { ...loadEnvironment(), stateDir: join(root, "state"), configDir: join(root, "config") };
  const agent = await createAgent({ cwd, environment, baseUrl: server.origin });
  let result: RunResult;
  try {
    result = await agent.run("what would a.txt say?");
  } finally {
    await agent.close();
  }
  const sent = server.requests
    .filter(({ route }) => route === CHAT)
    .map(({ body }): Sent => {
      const parsed = JSON.parse(body);
      return { system: parsed.messages[0].content, tools: parsed.tools?.length ?? 0, body: parsed };
    });
  return { result, sent, root, written: join(cwd, "a.txt") };
}

it("llama.cpp's 500 that quotes the model is a reply: the call in it runs", async () => {
  const replies = [failure(`Failed to parse input at pos 0: ${CALL}`), llamaCppReply("Written.")];
  const { result, sent, written } = await work(llamaCppRoutes(replies));
  expect(result.outcome.kind).toBe("done");
  expect(readFileSync(written, "utf8")).toBe("hello\n");
  expect(sent).toHaveLength(2);
  expect(sent[1]?.tools).toBe(sent[0]?.tools);
  const messages = (sent[1]?.body["messages"] ?? []) as { tool_calls?: object[] }[];
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  expect(calls).toMatchObject([{ function: { name: "write" } }]);
});

it("one that quotes nothing moves the tools into the prompt, now and in later sessions", async () => {
  const replies = [
    failure("The model produced output that does not match the expected peg-native format"),
    llamaCppReply(CALL),
    llamaCppReply("Written."),
  ];
  const first = await work(llamaCppRoutes(replies));
  expect(first.result.outcome.kind).toBe("done");
  expect(first.sent.map(({ tools }) => tools > 0)).toEqual([true, false, false]);
  expect(first.sent[1]?.system).toContain("# Tools");
  expect(existsSync(first.written)).toBe(true);
  const later = await work(llamaCppRoutes([llamaCppReply("Hello.")]), first.root);
  expect(later.sent.map(({ tools, system }) => [tools, system.includes("# Tools")])).toEqual([[0, true]]);
  const elsewhere = await work(llamaCppRoutes([llamaCppReply("Hello.")], { model: "other" }), first.root);
  expect(elsewhere.sent[0]?.tools).toBeGreaterThan(0);
});

it("a model that Ollama shows no tools gets them in the prompt", async () => {
  const routes: Routes = {
    "GET /v1/models": jsonRecording({
      object: "list",
      data: [{ id: "gemma:2b", object: "model", owned_by: "library" }],
    }),
    "GET /api/tags": jsonRecording({ models: [{ name: "gemma:2b" }] }),
    "GET /api/version": jsonRecording({ version: "0.12.0" }),
    [CHAT]: [failure("registry.ollama.ai/library/gemma:2b does not support tools", 400), llamaCppReply("Hello.")],
  };
  const { result, sent } = await work(routes);
  expect(result.outcome.kind).toBe("done");
  expect(sent.map(({ tools }) => tools > 0)).toEqual([true, false]);
});

it("what doctor found out holds for runs", async () => {
  const root = mkdtempSync(join(tmpdir(), "whippet-wire-"));
  const server = await startReplayServer(llamaCppRoutes([failure("tools param requires --jinja flag")]));
  closing.push(server.close);
  const environment = { ...loadEnvironment(), stateDir: join(root, "state") };
  const signal = new AbortController().signal;
  const { error } = await diagnose({ cwd: root, environment, baseUrl: server.origin }, signal);
  expect(error?.kind).toBe("no-tools");
  const { sent } = await work(llamaCppRoutes([llamaCppReply("Hello.")]), root);
  expect(sent.map(({ tools }) => tools)).toEqual([0]);
});

it("a thought of 10,000 tokens that the server can't end is cut, closed and gone on with", async () => {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: "chatcmpl-1", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const thinking = chunk({ reasoning_content: "hm, then it would be so. ".repeat(20) }).repeat(80);
  const long: Recording = { body: `${thinking}${chunk({ content: "Late." })}${chunk({}, "stop")}data: [DONE]\n\n` };
  const routes: Routes = {
    ...llamaCppRoutes([{ ...long, cutEvery: 4_000, delayMs: 2 }, llamaCppReply("It says hello.")], {
      model: "qwen3-8b",
    }),
    "GET /v1/models": jsonRecording({ data: [{ id: "qwen3-8b", owned_by: "llamacpp", meta: { n_params: 8e9 } }] }),
  };
  const { result, sent } = await work(routes);
  expect(result).toMatchObject({ outcome: { kind: "done" }, answer: "It says hello." });
  expect(sent[0]?.body).toMatchObject({
    reasoning_budget_tokens: 2_000,
    chat_template_kwargs: { enable_thinking: true },
  });
  expect(sent[1]?.body).toMatchObject({
    chat_template_kwargs: { enable_thinking: false },
    continue_final_message: "content",
  });
  const messages = (sent[1]?.body["messages"] ?? []) as object[];
  expect(messages.at(-1)).toMatchObject({
    role: "assistant",
    content: "",
    reasoning_content: expect.stringMatching(/^hm, then it would be so\. /),
  });
});
