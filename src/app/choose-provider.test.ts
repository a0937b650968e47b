import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { llamaCppRoutes } from "../testing/llama-cpp-replies.ts";
import { jsonRecording, type Recording, type ReplayServer, startReplayServer } from "../testing/replay-server.ts";
import type { AgentOptions } from "./agent-options.ts";
import { chooseProvider } from "./choose-provider.ts";

const servers: ReplayServer[] = [];
const said: string[] = [];

afterEach(async () => {
  said.length = 0;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const LOADING = jsonRecording({ error: { code: 503, message: "Loading model", type: "unavailable_error" } }, 503);

/** The address of a llama.cpp server that says so many times that it is loading; 0: its model is there. */
async function serve(loading: number, model = "fake-coder-1.5b"): Promise<string> {
  const routes = llamaCppRoutes([], { model });
  const models = [...Array<Recording>(loading).fill(LOADING), routes["GET /v1/models"] as Recording];
  servers.push(await startReplayServer({ ...routes, "GET /v1/models": models }));
  return servers.at(-1)?.origin ?? "";
}

const options = (more: Partial<AgentOptions>): AgentOptions => ({
  cwd: "/",
  environment: { ...loadEnvironment(), cacheDir: mkdtempSync(join(tmpdir(), "whippet-cache-")) },
  announce: (line) => said.push(line),
  download: false,
  ...more,
});
const { signal } = new AbortController();

it("waits for a server that loads its model, and says so, instead of fetching one", async () => {
  const origin = await serve(3);
  const provider = await chooseProvider(options({ origins: [origin] }), signal);
  expect(await provider.facts(signal)).toMatchObject({ server: "llama.cpp", model: "fake-coder-1.5b" });
  expect(said).toEqual([expect.stringContaining(`Waiting for the server at ${origin} to load its model`)]);
});

it("says so too where the server that was named is loading", async () => {
  const baseUrl = await serve(2);
  const provider = await chooseProvider(options({ baseUrl }), signal);
  await provider.facts(signal);
  expect(said).toEqual([expect.stringContaining(`Waiting for the server at ${baseUrl} to load its model`)]);
});

it("prefers a server that is ready to one that loads", async () => {
  const [loading, ready] = [await serve(99), await serve(0, "ready-7b")];
  const provider = await chooseProvider(options({ origins: [loading, ready] }), signal);
  expect(await provider.facts(signal)).toMatchObject({ model: "ready-7b" });
  expect(said).toEqual([]);
});

it("uses what a server has loaded only where it is the model asked for", async () => {
  const origin = await serve(1, "other-7b");
  const choose = (model: string) => chooseProvider(options({ origins: [origin], model }), signal);
  await expect(choose("qwen9")).rejects.toThrow(/No model "qwen9".*other-7b/);
});

it("goes on to the embedded engine where the server has no model after all", async () => {
  const routes = { "GET /v1/models": jsonRecording({ object: "list", data: [] }) };
  const props = jsonRecording({ default_generation_settings: { n_ctx: 4096 } });
  servers.push(await startReplayServer({ ...routes, "GET /props": props }));
  const origins = [servers.at(-1)?.origin ?? ""];
  await expect(chooseProvider(options({ origins }), signal)).rejects.toMatchObject({
    code: expect.stringMatching(/^(download-refused|no-model-fits)$/),
  });
});

it("stops waiting when it is told to", async () => {
  const origin = await serve(9999);
  const stop = new AbortController();
  const announce = (): void => void setTimeout(() => stop.abort(), 50);
  const choosing = chooseProvider(options({ origins: [origin], announce }), stop.signal);
  await expect(choosing).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});
