import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { loadEnvironment } from "../src/config/load.ts";
import { MESSAGES, REPLIES } from "./cache-conversation.ts";
import { cacheSteps, judgeCache } from "./cache-figures.ts";
import { runConversation } from "./run-conversation.ts";
import { lastFigures } from "./scripted-server.ts";

type Fault = "forgets" | "is busy";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => void close()));

/** A server that keeps the last prompt, a token being a character of it, and says how it was asked. */
async function startCachingServer(fault?: Fault): Promise<{ url: string; maxTokens: readonly number[] }> {
  const maxTokens: number[] = [];
  let held = "";
  const facts: Record<string, unknown> = {
    "/props": { default_generation_settings: { n_ctx: 200_000 }, total_slots: 1, chat_template: "{{ tools }}" },
    "/v1/models": { data: [{ id: "fake-coder-1.5b", owned_by: "llamacpp", meta: { n_params: 1.5e9 } }] },
    "/health": { status: "ok" },
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const fact = facts[request.url ?? ""];
    if (fact) return response.end(JSON.stringify(fact));
    if (request.url !== "/v1/chat/completions") return response.writeHead(404).end("{}");
    if (fault === "is busy") return response.writeHead(400).end('{"error":{"message":"no more room","code":400}}');
    const body = JSON.parse(Buffer.concat(pieces).toString());
    maxTokens.push(body.max_tokens);
    const prompt = `${JSON.stringify([body.tools, body.messages]).slice(0, -2)},{"role":"assistant",`;
    const cached = fault === "forgets" ? 0 : commonLength(held, prompt);
    held = prompt;
    const usage = { prompt_tokens: prompt.length, completion_tokens: 1 };
    const timings = { cache_n: cached, prompt_n: prompt.length - cached };
    const choices = [{ index: 0, delta: { content: "?" }, finish_reason: "length" }];
    response.end(
      `data: ${JSON.stringify({ choices })}\n\ndata: ${JSON.stringify({ choices: [], usage, timings })}\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, maxTokens };
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const converse = (target: string, replies = REPLIES) =>
  runConversation({
    target,
    environment: loadEnvironment(),
    messages: MESSAGES,
    replies,
    interrupt: new AbortController().signal,
  });

describe("the scripted conversation", () => {
  it("has 20 steps of all forms, with notes, and every request extends the last", async () => {
    const server = await startCachingServer();
    const { steps, epochs } = await converse(server.url);
    expect(server.maxTokens).toEqual(Array.from({ length: 20 }, () => 1));
    expect(new Set(steps.map(({ form }) => form))).toEqual(
      new Set(["native", "fenced-json", "hermes", "file-block", "words"]),
    );
    const added = new Set(steps.flatMap((step) => step.added));
    for (const kind of ["workspace", "failing-test", "step-limit", "repair"]) expect(added).toContain(kind);
    expect(epochs).toEqual([]);
    const figures = cacheSteps(steps.map(({ usage }) => usage)) ?? [];
    expect(judgeCache(figures).line).toMatch(/^goal met: .* ratio 1\.000 /);
  }, 60_000);

  it("is short of its goal where the server keeps nothing", async () => {
    const server = await startCachingServer("forgets");
    const { steps } = await converse(server.url, REPLIES.slice(0, 3));
    expect(judgeCache(cacheSteps(steps.map(({ usage }) => usage)) ?? []).exitCode).toBe(1);
  });

  it("ends with the server's own words where it answers no question", async () => {
    const server = await startCachingServer("is busy");
    await expect(converse(server.url)).rejects.toThrow("no more room");
  });
});

it("lastFigures takes the last of each kind from a stream", () => {
  const stream =
    'data: {"usage":{"a":1}}\n\n: note\n\ndata: {"timings":{"b":2}}\r\n\ndata: {"usage":{"a":3}}\n\ndata: [DONE]\n\n';
  expect(lastFigures(stream)).toEqual({ usage: { a: 3 }, timings: { b: 2 } });
});
