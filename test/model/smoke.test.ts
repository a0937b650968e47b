import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunResult, WhippetAgent } from "../../src/app/create-agent.ts";
import { loadEnvironment } from "../../src/config/load.ts";
import { engineFolder, isEngineWhole } from "../../src/providers/embedded/engine/fetch-engine.ts";
import { findModel } from "../../src/providers/embedded/models/catalog.ts";
import { inspectModel } from "../../src/providers/embedded/models/store.ts";
import type { AgentEvent, Usage } from "../../src/types.ts";

const environment = loadEnvironment();
const library = join(import.meta.dirname, "../../dist/index.js");
const stored = await inspectModel(environment.cacheDir, findModel("0.5b"));
const isThere =
  stored.state === "whole" && (await isEngineWhole(engineFolder(environment.cacheDir))) && existsSync(library);

describe.runIf(isThere)("a whole run with the real 0.5B (needs the model in the cache: npm run test:model)", () => {
  let folder: string;
  let agent: WhippetAgent;
  const events: AgentEvent[] = [];
  const results: RunResult[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "whippet-smoke-"));
    writeFileSync(join(folder, "hello.js"), 'export const greeting = "hello";\n');
    const { createAgent } = (await import(library)) as typeof import("../../src/app/create-agent.ts");
    agent = await createAgent({
      cwd: folder,
      environment: { ...environment, stateDir: join(folder, ".state") },
      model: "0.5b",
      embedded: true,
      seed: 1,
      onEvent: (event) => events.push(event),
    });
    for (const word of ["goodbye", "welcome"])
      results.push(await agent.run(`change the greeting in hello.js to "${word}"`));
  }, 300_000);

  afterAll(async () => {
    await agent?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("reads the window from the engine and counts tokens exactly", () => {
    expect(agent.facts).toMatchObject({ server: "embedded", tools: true });
    expect(usages()[0]?.sent).toBeGreaterThan(500);
  });

  it("understands a call in what the model writes and carries it out, or says why not", () => {
    const entries = events.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
    const calls = entries.flatMap((entry) => (entry.type === "reply" ? entry.calls : []));
    const answered = entries.flatMap((entry) => (entry.type === "result" ? [entry.call] : []));
    expect(calls.filter((call) => call.problem === undefined).length).toBeGreaterThan(0);
    expect(answered).toEqual(calls.map((call) => call.id));
    expect(readFileSync(join(folder, "hello.js"), "utf8")).toContain("greeting");
  });

  it("ends each run with an outcome", () => {
    for (const { outcome } of results) expect(["done", "stopped", "failed"]).toContain(outcome.kind);
  });

  it("reads nothing of the prefix twice", () => {
    const [first, ...rest] = usages();
    for (const usage of rest) expect(usage.cached).toBeGreaterThanOrEqual((first?.sent ?? 0) - 2);
  });

  function usages(): Usage[] {
    return events.flatMap((event) =>
      event.type === "entry" && event.entry.type === "reply" && event.entry.usage ? [event.entry.usage] : [],
    );
  }
});
