import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadEnvironment } from "../../src/config/load.ts";
import { createEmbedded, type EmbeddedOptions } from "../../src/providers/embedded/embedded.ts";
import { engineFolder, isEngineWhole } from "../../src/providers/embedded/engine/fetch-engine.ts";
import { bundleScript } from "../../src/providers/embedded/fixtures/bundle-script.ts";
import { asking, collect } from "../../src/providers/embedded/fixtures/fake-model.ts";
import { tempFolder } from "../../src/providers/embedded/fixtures/temp-folder.ts";
import { findModel } from "../../src/providers/embedded/models/catalog.ts";
import { inspectModel } from "../../src/providers/embedded/models/store.ts";
import type { Provider, StreamEvent } from "../../src/types.ts";

const { cacheDir, variables } = loadEnvironment();
const model = findModel("0.5b");
const stored = await inspectModel(cacheDir, model);
const isThere = stored.state === "whole" && (await isEngineWhole(engineFolder(cacheDir)));

const source = join(import.meta.dirname, "../../src/providers/embedded");
const { signal } = new AbortController();
const long = "function add(a, b) { return a + b; } // and so on\n".repeat(300);

async function createOptions(folder: string): Promise<EmbeddedOptions> {
  return {
    modelFile: stored.path,
    modelName: model.name,
    parameters: model.parameters,
    window: 8192,
    engineDir: engineFolder(cacheDir),
    childPath: await bundleScript(join(source, "engine-child.ts"), folder),
    variables,
  };
}

function usageOf(event: StreamEvent | undefined) {
  if (event?.type !== "end") throw new Error(`no end but ${JSON.stringify(event)}`);
  return event.usage;
}

describe.skipIf(!isThere)("the embedded engine with the real 0.5B (else: whippet models get 0.5b)", () => {
  const running: { folder: string; provider?: Provider } = { folder: "" };
  const provider = (): Provider => running.provider as Provider;

  beforeAll(async () => {
    running.folder = mkdtempSync(join(tmpdir(), "whippet-model-"));
    running.provider = createEmbedded(await createOptions(running.folder));
  }, 240_000);
  afterAll(async () => {
    await running.provider?.close();
    rmSync(running.folder, { recursive: true, force: true });
  });

  it("tells the window and that the template knows tools", async () => {
    expect(await provider().facts(signal)).toMatchObject({ window: 8192, tools: true, continues: true });
  }, 240_000);

  it("answers, counts exactly, and reads only what is new the second time", async () => {
    const settings = { temperature: 0, maxTokens: 24 };
    const system = "You are a terse assistant. Answer with one word.";
    const request = { ...asking("What is the capital of France?"), system, settings };
    const first = await collect(provider(), request);
    expect(first.text).toContain("Paris");
    const { sent } = usageOf(first.last);
    expect(await provider().count(request, signal)).toBe(sent);
    const messages = [
      ...request.messages,
      { role: "assistant", text: first.text },
      { role: "user", text: "And of Italy?" },
    ] as const;
    const second = await collect(provider(), { ...request, messages });
    const usage = usageOf(second.last);
    expect(usage.cached).toBeGreaterThanOrEqual(sent);
    expect(usage.evaluated).toBe(usage.sent - (usage.cached ?? 0));
    expect(second.text).toContain("Rome");
  }, 240_000);

  it("gives the same reply from a kept prefix as from a cold one", async () => {
    const request = asking("Count from one to five in words.", { settings: { temperature: 0, maxTokens: 24 } });
    const cold = await collect(provider(), request);
    await collect(provider(), asking("Count from one to three."));
    const warm = await collect(provider(), request);
    expect(usageOf(warm.last).cached).toBeGreaterThan(5);
    expect(warm.text).toBe(cold.text);
  }, 240_000);

  it("gives the same reply for the same seed", async () => {
    const settings = { temperature: 1, topP: 0.95, topK: 40, minP: 0.01, repeatPenalty: 1.05, seed: 11, maxTokens: 16 };
    const request = asking("Write a line of a poem.", { settings });
    // Once before: slices are cut by time, and other slices can make another last digit.
    await collect(provider(), request);
    expect((await collect(provider(), request)).text).toBe((await collect(provider(), request)).text);
  }, 240_000);

  it("goes on from a beginning, over many-byte characters", async () => {
    const continues = { text: "Sure, here it is again: 🐕‍🦺 漢", thinking: "" };
    const request = asking("Repeat exactly: 🐕‍🦺 漢字", { continues, settings: { temperature: 0, maxTokens: 12 } });
    const { text } = await collect(provider(), request);
    expect(text).toMatch(/^字/);
  }, 240_000);

  it("stops reading a long prompt within a second, and is soon free again", async () => {
    const cancel = new AbortController();
    const started = { at: 0 };
    setTimeout(() => {
      started.at = performance.now();
      cancel.abort();
    }, 1500);
    const { last } = await collect(provider(), asking(long), cancel.signal);
    expect(last).toMatchObject({ error: { kind: "aborted" } });
    expect(performance.now() - started.at).toBeLessThan(1000);
    const next = await collect(provider(), asking("Hi", { settings: { maxTokens: 1 } }));
    const { promptMs = 0, generateMs = 0 } = usageOf(next.last);
    expect(performance.now() - started.at - promptMs - generateMs).toBeLessThan(5000);
  }, 240_000);
});

describe.skipIf(!isThere || process.platform !== "linux")(
  "the real engine's process (else: whippet models get 0.5b)",
  () => {
    it("dies with its parent while it computes", async () => {
      const folder = tempFolder();
      const options = await createOptions(folder);
      const script = await bundleScript(join(source, "fixtures/orphan-parent.ts"), folder);
      const parent = spawn(process.execPath, [script, JSON.stringify(options), "4000"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const heard: string[] = [];
      parent.stdout.setEncoding("utf8").on("data", (text: string) => heard.push(text));
      while (!/"for":"prompt","done":[1-9]/.test(heard.join(""))) await once(parent.stdout, "data");
      const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim();
      expect(children).toMatch(/^\d+$/);
      parent.kill("SIGKILL");
      for (let tries = 0; tries < 40 && isAlive(children); tries++) await sleep(50);
      expect(isAlive(children)).toBe(false);
    }, 240_000);
  },
);

function isAlive(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
