import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { jsonRecording, type Recording, type Routes, startReplayServer } from "../testing/replay-server.ts";
import { discoverServers, USUAL_ORIGINS } from "./discover.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(routes: Routes) {
  const server = await startReplayServer(routes);
  closing.push(server.close);
  return server;
}

async function found(routes: Routes) {
  const { origin } = await serve(routes);
  const servers = await discoverServers({ signal: new AbortController().signal, origins: [origin] });
  return servers.map(({ kind, models }) => ({ kind, models }));
}

const list = (...models: object[]): Recording => jsonRecording({ object: "list", data: models });
const props = jsonRecording({
  default_generation_settings: { n_ctx: 8192 },
  model_path: "/m/a.gguf",
  build_info: "b1",
});
const PAGE: Recording = { body: "<!doctype html><title>My site</title>", headers: { "content-type": "text/html" } };

test("the usual ports of the usual servers", () => {
  expect(USUAL_ORIGINS.map((origin) => new URL(origin).port)).toEqual([
    "8080",
    "9931",
    "11434",
    "1234",
    "8000",
    "5001",
  ]);
});

test.each<[string, Routes, object]>([
  [
    "llama.cpp",
    { "GET /v1/models": list({ id: "a.gguf", owned_by: "llamacpp" }), "GET /props": props },
    { kind: "llama.cpp", models: ["a.gguf"] },
  ],
  [
    "llama.cpp that hides /props behind a key",
    { "GET /v1/models": list({ id: "a.gguf", owned_by: "llamacpp" }) },
    { kind: "llama.cpp", models: ["a.gguf"] },
  ],
  [
    "an old llama.cpp without a list",
    { "GET /v1/models": jsonRecording({}), "GET /props": props },
    { kind: "llama.cpp", models: ["/m/a.gguf"] },
  ],
  [
    "llama.cpp as a router: loaded models first",
    {
      "GET /v1/models": list(
        { id: "a", owned_by: "llamacpp", status: { value: "unloaded" } },
        { id: "b", owned_by: "llamacpp", status: { value: "loaded" } },
      ),
    },
    { kind: "llama.cpp", models: ["b", "a"] },
  ],
  [
    "llama.cpp that loads",
    {
      "GET /v1/models": jsonRecording(
        { error: { message: "Loading model", type: "unavailable_error", code: 503 } },
        503,
      ),
    },
    { kind: "llama.cpp", models: [] },
  ],
  [
    "Ollama",
    {
      "GET /v1/models": list({ id: "q:8b", owned_by: "library" }),
      "GET /api/tags": jsonRecording({ models: [{ name: "q:8b" }] }),
      "GET /api/version": jsonRecording({ version: "0.30.1" }),
    },
    { kind: "ollama", models: ["q:8b"] },
  ],
  [
    "Ollama without models",
    {
      "GET /v1/models": jsonRecording({ object: "list", data: null }),
      "GET /api/tags": jsonRecording({ models: [] }),
      "GET /api/version": jsonRecording({ version: "0.30.1" }),
    },
    { kind: "ollama", models: [] },
  ],
  [
    "LM Studio: loaded first, embeddings left out; its 200 for unknown paths means nothing",
    {
      "GET /v1/models": list({ id: "x" }, { id: "y" }, { id: "text-embedding" }),
      "GET /api/v0/models": list(
        { id: "x", type: "llm", state: "not-loaded" },
        { id: "y", type: "vlm", state: "loaded" },
        { id: "text-embedding", type: "embeddings", state: "loaded" },
      ),
      "GET /props": jsonRecording({ error: "Unexpected endpoint or method. (GET /props)" }),
      "GET /api/tags": jsonRecording({ error: "Unexpected endpoint or method. (GET /api/tags)" }),
    },
    { kind: "lm-studio", models: ["y", "x"] },
  ],
  [
    "vLLM",
    { "GET /v1/models": list({ id: "Qwen/Q", owned_by: "vllm", max_model_len: 4096 }) },
    { kind: "vllm", models: ["Qwen/Q"] },
  ],
  [
    "KoboldCpp, although it imitates llama.cpp and Ollama",
    {
      "GET /v1/models": list({ id: "koboldcpp/q", owned_by: "koboldcpp" }),
      "GET /api/extra/version": jsonRecording({ result: "KoboldCpp", version: "1.119" }),
      "GET /props": props,
      "GET /api/tags": jsonRecording({ models: [{ name: "koboldcpp" }] }),
      "GET /api/version": jsonRecording({ version: "0.7.0" }),
    },
    { kind: "koboldcpp", models: ["koboldcpp/q"] },
  ],
  ["any other", { "GET /v1/models": list({ id: "m" }) }, { kind: "generic", models: ["m"] }],
])("%s", async (_, routes, expected) => {
  expect(await found(routes)).toEqual([expected]);
});

const everywhere = (recording: Recording): Routes =>
  Object.fromEntries(
    ["/v1/models", "/props", "/api/extra/version", "/api/v0/models", "/api/tags", "/api/version"].map((path) => [
      `GET ${path}`,
      recording,
    ]),
  );

test.each<[string, Routes]>([
  ["a web page everywhere", everywhere(PAGE)],
  ["other JSON everywhere", everywhere(jsonRecording({ version: "2.1", models: 3, data: "none", result: "ok" }))],
  ["arrays, null, text", everywhere(jsonRecording([null, "x"]))],
  ["a list of users", everywhere(jsonRecording({ data: [{ id: 7, name: "Ann" }] }))],
  ["a version of something else", { "GET /v1/models": PAGE, "GET /api/version": jsonRecording({ version: "9.9" }) }],
  ["404", {}],
  ["500", everywhere({ status: 500, body: "" })],
  ["redirects", everywhere({ status: 302, headers: { location: "/login" } })],
  ["JSON that breaks off", everywhere({ ...list({ id: "m" }), dropAfterBytes: 20 })],
])("not fooled by %s", async (_, routes) => {
  expect(await found(routes)).toEqual([]);
});

test("one that hangs does not hold up the others, nor longer than the limit", async () => {
  const good = await serve({ "GET /v1/models": list({ id: "m" }) });
  const hangs = await serve(everywhere({ stallAfterBytes: 0 }));
  const drips = await serve(everywhere({ body: " ".repeat(10_000), cutEvery: 1, delayMs: 20 }));
  const mute = createServer((socket) => socket.on("error", () => socket.destroy()).resume()).listen(0, "127.0.0.1");
  await new Promise((resolve) => mute.once("listening", resolve));
  closing.push(() => new Promise((resolve) => mute.close(() => resolve())));
  const address = mute.address();
  const silent = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const started = performance.now();
  const servers = await discoverServers({
    signal: new AbortController().signal,
    origins: [hangs.origin, silent, good.origin, drips.origin, "http://127.0.0.1:9"],
  });
  expect(servers.map(({ origin }) => origin)).toEqual([good.origin]);
  expect(performance.now() - started).toBeLessThan(700);
});

test("only GETs go out, without a key", async () => {
  const server = await serve({ "GET /v1/models": list({ id: "m" }) });
  await discoverServers({ signal: new AbortController().signal, origins: [server.origin] });
  expect(server.requests.length).toBeGreaterThan(1);
  for (const { route, headers } of server.requests) {
    expect(route).toMatch(/^GET /);
    expect(headers).not.toHaveProperty("authorization");
  }
});

test("an abort ends it", async () => {
  const hangs = await serve(everywhere({ stallAfterBytes: 0 }));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  await expect(discoverServers({ signal: stop.signal, origins: [hangs.origin], timeoutMs: 10_000 })).rejects.toThrow(
    /abort/i,
  );
  expect(await hangs.abandoned(1)).toBe(1);
});
