import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { jsonRecording, type Recording, type Routes, startReplayServer } from "../testing/replay-server.ts";
import type { Request, StreamEvent } from "../types.ts";
import { createOpenAiCompatible, type OpenAiCompatibleOptions } from "./openai-compatible.ts";

const fixture = (name: string): Buffer => readFileSync(new URL(`../../test/fixtures/streams/${name}`, import.meta.url));
const fixtureJson = (name: string, status = 200): Recording => ({
  ...jsonRecording(null, status),
  body: fixture(name),
});
const CHAT = "POST /v1/chat/completions";
const LLAMA: Routes = {
  "GET /v1/models": fixtureJson("llama-cpp.models.json"),
  "GET /props": fixtureJson("llama-cpp.props.json"),
};
const GENERIC: Routes = { "GET /v1/models": jsonRecording({ object: "list", data: [{ id: "some-model" }] }) };

const request: Request = { system: "s", tools: [], messages: [{ role: "user", text: "hi" }], settings: {} };
const forever = (): AbortSignal => new AbortController().signal;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(routes: Routes, faults?: Partial<Recording>, options: Partial<OpenAiCompatibleOptions> = {}) {
  const server = await startReplayServer(routes, faults);
  closing.push(server.close);
  return { server, provider: createOpenAiCompatible({ baseUrl: server.origin, ...options }) };
}

async function ask(
  chat: Recording | readonly Recording[],
  options: Partial<OpenAiCompatibleOptions> = {},
  routes = LLAMA,
): Promise<StreamEvent[]> {
  const { provider } = await serve({ ...routes, [CHAT]: chat }, {}, options);
  return all(provider.stream(request, forever()));
}

async function all(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const textOf = (events: readonly StreamEvent[]): string =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");
const errorOf = (events: readonly StreamEvent[]) => {
  const last = events.at(-1);
  return last?.type === "error" ? last.error : undefined;
};
const sse = (...chunks: unknown[]): string => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
const DONE = "data: [DONE]\n\n";

describe("recorded replies of llama.cpp", () => {
  test("text, with the prompt's progress before and the counts after", async () => {
    const events = await ask({ body: fixture("plain-text.sse") });
    expect(events.slice(0, 3)).toEqual(
      [0, 2048, 3366].map((done) => ({ type: "waiting", for: "prompt", done, total: 3366 })),
    );
    expect(textOf(events)).toBe("The fore snowman ☃ says 'hi' to the 🐍.");
    expect(events.at(-1)).toEqual({
      type: "end",
      finish: "stop",
      usage: expect.objectContaining({
        sent: 3383,
        cached: 17,
        evaluated: 3366,
        promptMs: expect.any(Number),
        generateMs: expect.any(Number),
      }),
    });
  });

  test("the limit of tokens", async () => {
    expect((await ask({ body: fixture("length.sse") })).at(-1)).toMatchObject({
      type: "end",
      finish: "length",
      usage: { generated: 8 },
    });
  });

  test("a call in a fence is text", async () => {
    expect(textOf(await ask({ body: fixture("fenced-json-call.sse") }))).toMatch(
      /^```json\n\{\n {2}"name": "read",[\s\S]+```$/,
    );
  });

  test("a native call, piece by piece", async () => {
    const calls = (await ask({ body: fixture("native-call.sse") })).filter((event) => event.type === "call");
    expect(calls[0]).toMatchObject({ index: 0, id: expect.stringMatching(/^\w{32}$/), name: "write" });
    expect(JSON.parse(calls.map((call) => call.arguments).join(""))).toMatchObject({ path: "src/cart.js" });
    expect(new Set(calls.map((call) => call.index))).toEqual(new Set([0]));
  });

  test("a continuation holds only what is new", async () => {
    expect(textOf(await ask({ body: fixture("prefill.sse") }))).toBe(" four, five, six, seven, eight, nine, ten");
  });

  test("overflow", async () => {
    expect(errorOf(await ask(fixtureJson("overflow.400.json", 400)))).toMatchObject({
      kind: "overflow",
      retryable: false,
    });
  });

  test("a reply that its reader gave up broke off", async () => {
    const events = await ask({ body: fixture("cancelled.sse") });
    expect(textOf(events)).toContain("🐍");
    expect(errorOf(events)).toMatchObject({ kind: "stream-broken", retryable: true });
  });

  test.each([1, 2, 3, 7, 1000])("in pieces of %i bytes they say the same", async (cutEvery) => {
    for (const name of ["plain-text.sse", "native-call.sse"]) {
      const body = fixture(name);
      expect(await ask({ body, cutEvery })).toEqual(await ask({ body }));
    }
  });
});

describe("what goes out", () => {
  test("the body of llama.cpp's row, the model's own id, the key as a header", async () => {
    const { server, provider } = await serve(
      { ...LLAMA, [CHAT]: { body: fixture("length.sse") } },
      {},
      { apiKey: "k1" },
    );
    await all(provider.stream(request, forever()));
    const sent = server.requests.find(({ route }) => route === CHAT);
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({
      model: "/tmp/models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
      cache_prompt: true,
      return_progress: true,
      stream: true,
    });
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer k1",
      "content-type": "application/json",
      connection: "close",
    });
  });

  test("the server is recognised once", async () => {
    const { server, provider } = await serve({ ...LLAMA, [CHAT]: { body: fixture("length.sse") } });
    await provider.facts(forever());
    await all(provider.stream(request, forever()));
    await all(provider.stream(request, forever()));
    expect(server.requests.filter(({ route }) => route === "GET /props")).toHaveLength(1);
  });

  test("a redirect is not followed, so that the key stays", async () => {
    const { server: other } = await serve({ [CHAT]: { body: fixture("length.sse") } });
    const { provider } = await serve(
      { ...LLAMA, [CHAT]: { status: 307, headers: { location: `${other.origin}/v1/chat/completions` } } },
      {},
      { apiKey: "k1" },
    );
    const events = await all(provider.stream(request, forever()));
    expect(errorOf(events)).toMatchObject({ kind: "not-a-model-server", hint: expect.stringContaining(other.origin) });
    expect(other.requests).toEqual([]);
  });

  test("proxies of the environment are not used on this machine", async () => {
    const variables = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
    expect((await ask({ body: fixture("length.sse") }, { variables })).at(-1)?.type).toBe("end");
  });
});

describe("other servers' streams", () => {
  test("thinking under both names; null and wrong fields count as absent", async () => {
    const body = sse(
      delta({ role: "assistant", content: null, reasoning_content: null, tool_calls: null }),
      delta({ reasoning_content: "a" }),
      delta({ reasoning: "b", content: 5, tool_calls: {} }),
      { choices: null, usage: null, timings: "x" },
      { choices: [null] },
      {},
      delta({ content: "c" }, "stop"),
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: null, prompt_tokens_details: null } },
    );
    expect(await ask({ body: body + DONE })).toEqual([
      { type: "thinking", text: "a" },
      { type: "thinking", text: "b" },
      { type: "text", text: "c" },
      { type: "end", finish: "stop", usage: { sent: 12, cached: null, evaluated: null, generated: 0 } },
    ]);
  });

  test("parallel calls with index 0 and arguments as an object (Ollama)", async () => {
    const one = (id: string, path: string) => ({
      index: 0,
      id,
      type: "function",
      function: { name: "read", arguments: { path } },
    });
    const events = await ask({
      body: sse(delta({ tool_calls: [one("a", "x")] }), delta({ tool_calls: [one("b", "y")] }, "tool_calls")) + DONE,
    });
    expect(events.slice(0, 2)).toEqual([
      { type: "call", index: 0, id: "a", name: "read", arguments: '{"path":"x"}' },
      { type: "call", index: 1, id: "b", name: "read", arguments: '{"path":"y"}' },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "end", finish: "stop" });
  });

  test("no reason for the end but [DONE] is an end; neither is a break", async () => {
    expect((await ask({ body: sse(delta({ content: "a" })) + DONE })).at(-1)).toMatchObject({
      type: "end",
      finish: "stop",
    });
    expect(errorOf(await ask({ body: sse(delta({ content: "a" })) }))).toMatchObject({
      kind: "stream-broken",
      retryable: true,
    });
  });

  test("a reply that is over ends even when the server keeps the connection open", async () => {
    const body = sse(delta({ content: "a" }, "stop")) + DONE;
    expect((await ask({ body, stallAfterBytes: body.length })).at(-1)?.type).toBe("end");
  });

  test("a whole reply instead of a stream, on one line or many", async () => {
    const whole = {
      choices: [{ message: { role: "assistant", content: "hello" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    };
    for (const body of [JSON.stringify(whole), JSON.stringify(whole, null, 2)]) {
      const events = await ask({ body, headers: { "content-type": "application/json" } });
      expect(events).toMatchObject([
        { type: "text", text: "hello" },
        { type: "end", usage: { sent: 3 } },
      ]);
    }
  });

  test.each([
    [
      "an error as an event",
      `event: error\n${sse({ error: { message: "No user query found in messages." } })}`,
      "server",
    ],
    ["a bare line (Ollama)", '{"error":"XML syntax error on line 7: expected element name after <"}\n', "parse"],
    [
      "an error as a field (old llama.cpp)",
      'error: {"code":500,"message":"Context size has been exceeded."}\n\n',
      "overflow",
    ],
    [
      "llama.cpp's quotation",
      sse({ error: { code: 500, message: "Failed to parse input at pos 0: <tool_call>{" } }),
      "parse",
    ],
    ["one on many lines", JSON.stringify({ error: { message: "model 'x' not found" } }, null, 2), "unknown-model"],
  ])("an error under HTTP 200: %s", async (_, text, kind) => {
    expect(errorOf(await ask({ body: text }))).toMatchObject({ kind });
    const events = await ask({ body: sse(delta({ content: "a" })) + text });
    // What llama.cpp quotes of the model comes as text before the error.
    expect(textOf(events)).toBe(text.includes("Failed to parse input") ? "a<tool_call>{" : "a");
    if (!text.startsWith("{\n")) expect(errorOf(events)).toMatchObject({ kind });
  });
});

describe("hostile servers", () => {
  const PAGE = "<!doctype html>\n<html><body>Welcome to nginx!</body></html>";
  test.each<[string, Recording, object]>([
    [
      "a web page",
      { body: PAGE, headers: { "content-type": "text/html" } },
      { kind: "not-a-model-server", retryable: false },
    ],
    ["a page that never ends its only line", { body: `<p>${"x".repeat(5_000_000)}` }, { kind: "stream-broken" }],
    ["an endless page", { body: "<p>word</p>\n".repeat(200_000) }, { kind: "not-a-model-server" }],
    ["nothing at all", { body: "" }, { kind: "stream-broken", retryable: true }],
    ["only [DONE]", { body: DONE }, { kind: "stream-broken" }],
    ["an event that is no JSON", { body: "data: oops\n\n" }, { kind: "stream-broken" }],
    ["an event that is no object", { body: "data: 7\n\n" }, { kind: "stream-broken" }],
    ["500", { status: 500, body: "" }, { kind: "server", retryable: true }],
    ["500 with a page", { status: 500, body: PAGE }, { kind: "server", retryable: true }],
    ["404 with a page", { status: 404, body: PAGE }, { kind: "not-a-model-server" }],
    ["a drop before the head", { dropAfterBytes: 0 }, { kind: "stream-broken", retryable: true }],
  ])("%s", async (_, recording, expected) => {
    expect(errorOf(await ask(recording))).toMatchObject(expected);
  });

  test.each<[string, (index: number) => object]>([
    ["text", () => ({ content: "again " })],
    ["thinking", () => ({ reasoning_content: "hm, " })],
    ["arguments", () => ({ tool_calls: [{ index: 0, function: { name: "list", arguments: "[[[[" } }] })],
    ["calls", (index) => ({ tool_calls: [{ index, id: `${index}`, function: { name: "list" } }] })],
  ])("endless %s is ended far above the limit of tokens, and the connection closed", async (_, piece) => {
    const body = sse(...Array.from({ length: 2_000 }, (_, index) => delta(piece(index))));
    const { server, provider } = await serve({ ...LLAMA, [CHAT]: { body, stallAfterBytes: body.length } });
    const events = await all(provider.stream({ ...request, settings: { maxTokens: 10 } }, forever()));
    expect(events.at(-1)).toMatchObject({ type: "end", finish: "length" });
    expect(events.length).toBeGreaterThan(150);
    expect(events.length).toBeLessThan(600);
    expect(await server.abandoned(1)).toBe(1);
  });

  test("a reply within the limit of tokens, or without one, ends by itself however wide its tokens are", async () => {
    const body = sse(delta({ content: " ".repeat(1_100) }), delta({ content: "x" }, "stop")) + DONE;
    const { provider } = await serve({ ...LLAMA, [CHAT]: { body } });
    for (const settings of [{ maxTokens: 10 }, {}]) {
      const events = await all(provider.stream({ ...request, settings }, forever()));
      expect(events.at(-1)).toMatchObject({ type: "end", finish: "stop" });
    }
    const { provider: endless } = await serve({
      ...LLAMA,
      [CHAT]: { body: sse(delta({ content: "a".repeat(9_000) })) },
    });
    expect((await all(endless.stream(request, forever()))).at(-1)).toMatchObject({ type: "error" });
  });

  test("a drop at any byte: what came is delivered, then one error", async () => {
    const body = fixture("length.sse");
    const whole = textOf(await ask({ body }));
    for (let bytes = 1; bytes < body.length; bytes += 97) {
      const events = await ask({ body, dropAfterBytes: bytes });
      expect(whole.startsWith(textOf(events))).toBe(true);
      expect(events.filter((event) => event.type === "error" || event.type === "end")).toEqual([events.at(-1)]);
      if (events.at(-1)?.type === "error")
        expect(errorOf(events)).toMatchObject({ kind: "stream-broken", retryable: true });
    }
  });

  test("broken UTF-8 in a text", async () => {
    const broken = Buffer.concat([
      Buffer.from('data: {"choices":[{"delta":{"content":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('b"},"finish_reason":"stop"}]}\n\n'),
    ]);
    expect(textOf(await ask({ body: broken }))).toBe("a\uFFFD\uFFFDb");
  });

  test("something that does not speak HTTP", async () => {
    const server = createServer((socket) =>
      socket
        .on("error", () => socket.destroy())
        .resume()
        .end("SSH-2.0-OpenSSH_9.2\r\n"),
    ).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    const provider = createOpenAiCompatible({
      baseUrl: `127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    });
    expect(errorOf(await all(provider.stream(request, forever())))).toMatchObject({ kind: "not-a-model-server" });
    await expect(provider.facts(forever())).rejects.toMatchObject({ code: "not-a-model-server" });
  });
});

describe("patience", () => {
  test("silence before the first byte and after it has its own limit", async () => {
    const body = sse(delta({ content: "a" }));
    const limits = { idleFirstMs: 150, idleMs: 50 };
    for (const stallAfterBytes of [0, body.length, body.length - 5]) {
      expect(errorOf(await ask({ body, stallAfterBytes }, limits))).toMatchObject({
        kind: "timeout",
        retryable: false,
      });
    }
    expect(errorOf(await ask({ body, stallAfterBytes: 0 }, { idleFirstMs: 60, idleMs: 20_000 }))).toMatchObject({
      kind: "timeout",
    });
    expect(
      errorOf(await ask({ body, stallAfterBytes: body.length }, { idleFirstMs: 20_000, idleMs: 60 })),
    ).toMatchObject({ kind: "timeout" });
  });

  test("pings, progress and slow bytes keep it alive; an empty first chunk does not end the long wait", async () => {
    const body = `${sse(delta({ role: "assistant", content: "" }))}: ping\n\n: ping\n\n${sse(delta({ content: "a" }, "stop"))}${DONE}`;
    expect((await ask({ body, cutEvery: 20, delayMs: 60 }, { idleFirstMs: 1_000, idleMs: 1_000 })).at(-1)?.type).toBe(
      "end",
    );
    const late = sse(delta({ role: "assistant", content: "" }));
    const events = await ask(
      { body: `${late}${sse(delta({ content: "a" }, "stop"))}`, cutEvery: late.length, delayMs: 150 },
      { idleFirstMs: 5_000, idleMs: 50 },
    );
    expect(textOf(events)).toBe("a");
  });

  test("the reader's own slowness is not the server's", async () => {
    const { provider } = await serve(
      { ...LLAMA, [CHAT]: { body: fixture("length.sse"), cutEvery: 400, delayMs: 1 } },
      {},
      { idleMs: 200 },
    );
    let last: StreamEvent | undefined;
    let texts = 0;
    for await (const event of provider.stream(request, forever())) {
      if (event.type === "text" && ++texts === 3) await new Promise((resolve) => setTimeout(resolve, 400));
      last = event;
    }
    expect(last?.type).toBe("end");
  });

  test("a model being loaded is waited for, and said", async () => {
    const loading = fixtureJson("loading.503.json", 503);
    const routes = {
      "GET /v1/models": [loading, fixtureJson("llama-cpp.models.json")],
      "GET /props": fixtureJson("llama-cpp.props.json"),
      "GET /health": [loading, jsonRecording({ status: "ok" })],
      [CHAT]: [loading, { body: fixture("length.sse") }],
    };
    // Longer than the idle limit, which each sign of life starts anew.
    const { server, provider } = await serve(routes, {}, { idleFirstMs: 800 });
    const events = await all(provider.stream(request, forever()));
    expect(events.slice(0, 2)).toEqual(Array(2).fill({ type: "waiting", for: "load", done: 0, total: 100 }));
    expect(events.at(-1)?.type).toBe("end");
    expect(server.requests.filter(({ route }) => route === CHAT)).toHaveLength(2);
    expect((await provider.facts(forever())).window).toBe(8192);
  });

  test("facts, too, wait for the model, and say so", async () => {
    const loading = fixtureJson("loading.503.json", 503);
    const lines: string[] = [];
    const { server, provider } = await serve(
      { ...LLAMA, "GET /v1/models": [loading, loading, fixtureJson("llama-cpp.models.json")] },
      {},
      { onWaiting: (line) => lines.push(line) },
    );
    expect((await provider.facts(forever())).server).toBe("llama.cpp");
    expect(lines).toEqual([`Waiting for the server at ${server.origin} to load its model …`]);
    await provider.facts(forever());
    expect(lines).toHaveLength(1);
  });
});

describe("cancelling", () => {
  test.each([
    ["before the first byte", { stallAfterBytes: 0 }],
    ["in the middle", { stallAfterBytes: 1_500 }],
  ])("%s closes the connection", async (_, fault) => {
    const { server, provider } = await serve({ ...LLAMA, [CHAT]: { body: fixture("length.sse"), ...fault } });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const events = await all(provider.stream(request, stop.signal));
    expect(errorOf(events)).toMatchObject({ kind: "aborted", retryable: false });
    expect(await server.abandoned(1)).toBe(1);
  });

  test("before it began, and while the model loads", async () => {
    const aborted = AbortSignal.abort();
    const { provider } = await serve({
      ...LLAMA,
      [CHAT]: fixtureJson("loading.503.json", 503),
      "GET /health": fixtureJson("loading.503.json", 503),
    });
    expect(errorOf(await all(provider.stream(request, aborted)))).toMatchObject({ kind: "aborted" });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    expect(errorOf(await all(provider.stream(request, stop.signal)))).toMatchObject({ kind: "aborted" });
  });

  test("nothing is delivered after the abort but the error", async () => {
    const { provider } = await serve({ ...LLAMA, [CHAT]: { body: fixture("plain-text.sse") } });
    const stop = new AbortController();
    const after: StreamEvent[] = [];
    for await (const event of provider.stream(request, stop.signal)) {
      if (stop.signal.aborted) after.push(event);
      if (event.type === "text") stop.abort();
    }
    expect(after).toMatchObject([{ type: "error", error: { kind: "aborted" } }]);
  });

  test("a reader that leaves closes the connection", async () => {
    const { server, provider } = await serve({
      ...LLAMA,
      [CHAT]: { body: fixture("length.sse"), stallAfterBytes: 3_000 },
    });
    for await (const event of provider.stream(request, forever())) if (event.type === "text") break;
    expect(await server.abandoned(1)).toBe(1);
  });
});

describe("facts", () => {
  test("of llama.cpp", async () => {
    const { provider } = await serve(LLAMA);
    expect(await provider.facts(forever())).toEqual({
      model: "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
      server: "llama.cpp",
      window: 8192,
      windowFrom: "server",
      tools: true,
      continues: true,
      keepsThinking: false,
      parameters: 630_167_424,
      warnings: [],
    });
  });

  test("of a server that tells little: a guessed window, with a warning", async () => {
    const { provider } = await serve(GENERIC);
    expect(await provider.facts(forever())).toMatchObject({
      model: "some-model",
      window: 8192,
      windowFrom: "guess",
      continues: false,
      warnings: [expect.stringContaining("8192 tokens are assumed")],
    });
  });

  test("a window that the person set counts, and is questioned where it can't be true", async () => {
    const generic = await serve(GENERIC, {}, { window: 32_768 });
    expect(await generic.provider.facts(forever())).toMatchObject({
      window: 32_768,
      windowFrom: "config",
      warnings: [],
    });
    const llama = await serve(LLAMA, {}, { window: 32_768 });
    expect((await llama.provider.facts(forever())).warnings).toEqual([expect.stringContaining("has only 8192")]);
  });

  test("a small window is warned of", async () => {
    const props = {
      ...JSON.parse(fixture("llama-cpp.props.json").toString()),
      default_generation_settings: { n_ctx: 4096 },
    };
    const { provider } = await serve({ ...LLAMA, "GET /props": jsonRecording(props) });
    expect(await provider.facts(forever())).toMatchObject({
      window: 4096,
      warnings: [expect.stringContaining("llama-server -m MODEL.gguf -c 16384")],
    });
  });

  test("an unknown model is answered with the nearest names", async () => {
    const { provider } = await serve(LLAMA, {}, { model: "qwen3-coder-0.5b" });
    await expect(provider.facts(forever())).rejects.toMatchObject({
      code: "unknown-model",
      exitCode: 2,
      hint: "--model qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    });
    expect(errorOf(await all(provider.stream(request, forever())))).toMatchObject({ kind: "unknown-model" });
  });

  test("no server", async () => {
    const provider = createOpenAiCompatible({ baseUrl: "http://127.0.0.1:9" });
    await expect(provider.facts(forever())).rejects.toMatchObject({
      code: "no-server",
      exitCode: 1,
      hint: expect.stringContaining("llama-server"),
    });
    expect(errorOf(await all(provider.stream(request, forever())))).toMatchObject({ kind: "unreachable" });
    expect(await provider.count(request, forever())).toBeNull();
  });

  test.each<[string, Recording]>([
    ["a page", { body: "<html></html>", headers: { "content-type": "text/html" } }],
    ["other JSON", jsonRecording({ hello: "world" })],
    ["a list of something else", jsonRecording({ data: [{ name: "x" }] })],
    ["404", { status: 404, body: "" }],
  ])("something else than a model server: %s", async (_, recording) => {
    const { provider } = await serve({ "GET /v1/models": recording });
    await expect(provider.facts(forever())).rejects.toMatchObject({ code: "not-a-model-server" });
  });

  test("a key that a server repeats is not shown", async () => {
    const refusal = jsonRecording({ error: { message: "Incorrect API key provided: sk-123" } }, 401);
    const { provider } = await serve({ "GET /v1/models": refusal }, {}, { apiKey: "sk-123" });
    await expect(provider.facts(forever())).rejects.toThrow("provided: [key]");
    const events = await ask(refusal, { apiKey: "sk-123" });
    expect(errorOf(events)?.message).toContain("provided: [key]");
  });

  test("a server that wants a key says so", async () => {
    const { provider } = await serve({
      "GET /v1/models": jsonRecording({ error: { message: "Invalid API Key" } }, 401),
    });
    await expect(provider.facts(forever())).rejects.toMatchObject({ hint: expect.stringContaining("WHIPPET_API_KEY") });
  });
});

describe("counting", () => {
  test("llama.cpp renders and tokenizes what would be sent", async () => {
    const { server, provider } = await serve({
      ...LLAMA,
      "POST /apply-template": jsonRecording({ prompt: "<|im_start|>hi" }),
      "POST /tokenize": jsonRecording({ tokens: [1, 2, 3] }),
    });
    expect(await provider.count(request, forever())).toBe(3);
    const [rendered, tokenized] = server.requests.slice(-2).map(({ body }) => JSON.parse(body));
    expect(rendered.messages).toHaveLength(2);
    expect(tokenized).toEqual({ content: "<|im_start|>hi", add_special: true, parse_special: true });
  });

  test("null where the server can't", async () => {
    expect(await (await serve(LLAMA)).provider.count(request, forever())).toBeNull();
    expect(await (await serve(GENERIC)).provider.count(request, forever())).toBeNull();
  });
});

describe("silent truncation (C2)", () => {
  const long: Request = {
    ...request,
    messages: [{ role: "user", text: "const answer = compute(input, 42);\n".repeat(1_000) }],
  };
  const body =
    sse(delta({ content: "What do you want?" }, "stop"), {
      choices: [],
      usage: { prompt_tokens: 2047, completion_tokens: 5 },
    }) + DONE;

  test("is a loud error with the fix where servers do it", async () => {
    const { provider } = await serve({
      ...GENERIC,
      "GET /api/tags": jsonRecording({ models: [{ name: "q" }] }),
      "GET /api/version": jsonRecording({ version: "0.30.1" }),
      [CHAT]: { body },
    });
    const events = await all(provider.stream(long, forever()));
    expect(errorOf(events)).toMatchObject({
      kind: "truncated",
      hint: expect.stringContaining("OLLAMA_CONTEXT_LENGTH"),
      message: expect.stringContaining("2047"),
    });
  });

  test("is not suspected of llama.cpp, which refuses instead", async () => {
    const { provider } = await serve({ ...LLAMA, [CHAT]: { body } });
    expect((await all(provider.stream(long, forever()))).at(-1)?.type).toBe("end");
  });
});

describe("a thought that takes too long", () => {
  const CONTROL = "POST /v1/chat/completions/control";
  const thinking = (text: string) => ({ id: "chatcmpl-7", ...delta({ reasoning_content: text }) });
  const thought: Request = { ...request, settings: { thinking: 100 } };

  /** Asks for the thought's end at each of its events, as the loop does; gives the answers. */
  async function endEach(control: Recording, events = 4): Promise<{ ends: boolean[]; bodies: string[] }> {
    const body =
      sse(...Array.from({ length: events }, (_, index) => thinking(`t${index} `))) + sse(delta({}, "stop")) + DONE;
    const { server, provider } = await serve({
      ...LLAMA,
      [CHAT]: { body, cutEvery: 90, delayMs: 15 },
      [CONTROL]: control,
    });
    const stream = provider.stream(thought, forever());
    const ends: boolean[] = [];
    for await (const event of stream) if (event.type === "thinking") ends.push(stream.endThinking());
    return { ends, bodies: server.requests.filter(({ route }) => route === CONTROL).map((sent) => sent.body) };
  }

  test("is ended in flight where the server can, and told once", async () => {
    const { ends, bodies } = await endEach(jsonRecording({ success: true }));
    expect(ends).toEqual([true, true, true, true]);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{ id: "chatcmpl-7", action: "reasoning_end" }]);
  });

  test.each([
    ["an older server", jsonRecording({ error: { message: "File Not Found" } }, 404)],
    ["a refusal", jsonRecording({ success: false })],
    ["a broken connection", { dropAfterBytes: 0 }],
  ])("is not ended by %s, and that is said", async (_, control) => {
    const { ends } = await endEach(control);
    expect(ends[0]).toBe(true);
    expect(ends.at(-1)).toBe(false);
  });

  test("is not believed to end where it goes on and on", async () => {
    const { ends } = await endEach({ ...jsonRecording({ success: true }) }, 70);
    expect([ends[63], ends[64]]).toEqual([true, false]);
  });

  test("can't be ended where no budget was set or the server has no way", async () => {
    const body = sse(thinking("hm"), delta({}, "stop")) + DONE;
    for (const [routes, asked] of [
      [LLAMA, request],
      [GENERIC, thought],
    ] as const) {
      const { provider } = await serve({ ...routes, [CHAT]: { body } });
      const stream = provider.stream(asked, forever());
      for await (const event of stream) if (event.type === "thinking") expect(stream.endThinking()).toBe(false);
    }
  });
});

test("Ollama's empty reply that only loaded the model is worth another try", async () => {
  const body = sse({ choices: [{ delta: { content: "" }, finish_reason: "load" }] }) + DONE;
  expect(errorOf(await ask({ body }))).toMatchObject({ kind: "server", retryable: true });
});

test("llama.cpp tells by its template whether earlier thoughts are shown", async () => {
  const props = (chat_template: string) =>
    jsonRecording({ default_generation_settings: { n_ctx: 9000 }, chat_template });
  const keeps = async (template: string) => {
    const { provider } = await serve({ ...LLAMA, "GET /props": props(template) });
    return (await provider.facts(forever())).keepsThinking;
  };
  expect(await keeps("{{ message.reasoning_content }}")).toBe(true);
  expect(await keeps("{{ message.content }}")).toBe(false);
  expect(await keeps("")).toBeUndefined();
});
