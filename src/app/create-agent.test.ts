import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { llamaCppReply, llamaCppRoutes } from "../testing/llama-cpp-replies.ts";
import { type ReplayServer, startReplayServer } from "../testing/replay-server.ts";
import type { AgentOptions } from "./agent-options.ts";
import { createAgent } from "./create-agent.ts";
import { featureNames } from "./feature-names.ts";

let server: ReplayServer;
let options: AgentOptions;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "whippet-agent-"));
  mkdirSync(join(folder, "project"));
  server = await startReplayServer(llamaCppRoutes([llamaCppReply("I see.")]));
  options = {
    cwd: join(folder, "project"),
    environment: { ...loadEnvironment(), stateDir: join(folder, "state"), configDir: join(folder, "config") },
    baseUrl: server.origin,
  };
});

afterEach(() => server.close());

it("leaves features out, and refuses unknown names before it asks a server or opens a session", async () => {
  const unknown = createAgent({ ...options, without: ["step-limit", "magic"] });
  const hint = `Features: ${featureNames().join(", ")}`;
  await expect(unknown).rejects.toMatchObject({ code: "unknown-feature", exitCode: 2, hint });
  expect(hint).toContain("step-limit");
  expect(server.requests).toEqual([]);
  expect(existsSync(options.environment.stateDir)).toBe(false);
  const agent = await createAgent({ ...options, without: ["step-limit"] });
  await agent.close();
});

it("shows an attachment to the model, but does not take it for the person's words", async () => {
  const agent = await createAgent(options);
  try {
    const attachment = "the tests fail: find the bug and fix it in a.js";
    await agent.run({ text: "what is this?", attachment });
    const [request] = server.requests.filter(({ route }) => route.startsWith("POST /v1/chat"));
    expect(JSON.parse(request?.body ?? "{}").messages[1].content).toMatch(/^what is this\?\n\nthe tests fail/);
    // Nothing in the request is about a file that is asked for.
    expect(request?.body).not.toContain("does not exist yet");
  } finally {
    await agent.close();
  }
});

it("takes the person's own settings for a model, and refuses a broken file before it asks a server", async () => {
  const { configDir } = options.environment;
  mkdirSync(configDir);
  writeFileSync(join(configDir, "models.json"), '{"models": [{"match": "fake-*", "settings": {"temperature": 0.77}}]}');
  const agent = await createAgent(options);
  await agent.run("hi");
  await agent.close();
  const [request] = server.requests.filter(({ route }) => route.startsWith("POST /v1/chat"));
  expect(JSON.parse(request?.body ?? "{}")).toMatchObject({ temperature: 0.77 });
  const before = server.requests.length;
  writeFileSync(join(configDir, "models.json"), '{"models": [');
  await expect(createAgent(options)).rejects.toMatchObject({ code: "bad-models-file", exitCode: 2 });
  expect(server.requests).toHaveLength(before);
});

it("is alone in its folder", async () => {
  const agent = await createAgent(options);
  await expect(createAgent(options)).rejects.toMatchObject({ code: "workspace-busy" });
  await agent.close();
  await (await createAgent(options)).close();
});
