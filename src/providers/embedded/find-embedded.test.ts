import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sha256 } from "../../lib/sha256.ts";
import { type PrepareOptions, prepareEmbedded } from "./find-embedded.ts";
import { bundleScript } from "./fixtures/bundle-script.ts";
import { asking, collect } from "./fixtures/fake-model.ts";
import { fakePrograms } from "./fixtures/fake-programs.ts";
import { tempFolder } from "./fixtures/temp-folder.ts";
import { engineAssets } from "./install-model.ts";
import { type CatalogModel, catalog } from "./models/catalog.ts";
import { modelPath } from "./models/store.ts";

const { signal } = new AbortController();
const bundles = mkdtempSync(join(tmpdir(), "whippet-bundles-"));
const paths = { child: "", engine: "" };

beforeAll(async () => {
  paths.child = await bundleScript(join(import.meta.dirname, "engine-child.ts"), bundles);
  paths.engine = await bundleScript(join(import.meta.dirname, "fixtures/fake-engine.ts"), bundles);
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

const file = JSON.stringify({ template: "{{ messages[0].content }}", reply: "hello" });

/** The catalog's names with files that the fake engine can load. */
const models: readonly CatalogModel[] = catalog.map((model) => ({
  ...model,
  bytes: file.length,
  sha256: sha256(file),
  kvBytesPerToken: 1000,
  url: "http://no.invalid/x",
}));

function setUp({ onDisk = [] as string[], freeBytes = 1e9 } = {}) {
  const folder = tempFolder();
  const cacheDir = join(folder, "cache");
  for (const model of models.filter(({ name }) => onDisk.includes(name))) {
    mkdirSync(dirname(modelPath(cacheDir, model)), { recursive: true });
    writeFileSync(modelPath(cacheDir, model), file);
  }
  const npm = `
    const fs = require("node:fs");
    const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
    const platform = Object.keys(lock.packages[""].dependencies).find((name) => name.startsWith("@"));
    fs.mkdirSync("node_modules/" + platform + "/bins/" + platform.split("/")[1], { recursive: true });
    fs.mkdirSync("node_modules/node-llama-cpp/dist", { recursive: true });
    fs.writeFileSync("node_modules/node-llama-cpp/package.json", '{"type":"module"}');
    fs.copyFileSync(${JSON.stringify(paths.engine)}, "node_modules/node-llama-cpp/dist/index.js");`;
  const said: string[] = [];
  const options: PrepareOptions = {
    environment: { cacheDir, variables: { PATH: fakePrograms(folder, { npm }) } },
    allowDownload: true,
    announce: (line) => said.push(line),
    assets: { childPath: paths.child, lockDir: engineAssets().lockDir },
    models,
    freeBytes,
  };
  const prepare = async (more: Partial<PrepareOptions> = {}) => {
    const provider = await prepareEmbedded({ ...options, ...more });
    onTestFinished(() => provider.close());
    return provider;
  };
  return { prepare, said, cacheDir, options };
}

describe("prepareEmbedded", () => {
  it("gets the engine, loads a model from the disk and answers", async () => {
    const { prepare, said } = setUp({ onDisk: ["qwen2.5-coder-0.5b"] });
    const provider = await prepare();
    expect(await provider.facts(signal)).toMatchObject({ model: "qwen2.5-coder-0.5b", window: 16_384 });
    expect((await collect(provider, asking("x"))).text).toBe("hello");
    expect(said.at(-1)).toBe("Using qwen2.5-coder-0.5b with the embedded engine, window 16384 tokens.");
  });

  it("prefers the default of two that are there, and what is named to both", async () => {
    const { prepare } = setUp({ onDisk: ["qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b"] });
    expect(await (await prepare()).facts(signal)).toMatchObject({ model: "qwen2.5-coder-1.5b" });
    expect(await (await prepare({ modelName: "0.5b" })).facts(signal)).toMatchObject({ model: "qwen2.5-coder-0.5b" });
  });

  it("halves the window until it fits", async () => {
    const { prepare } = setUp({ onDisk: ["qwen2.5-coder-0.5b"], freeBytes: 2 * 8_500_000 });
    const facts = await (await prepare()).facts(signal);
    expect(facts.window).toBe(8192);
    const small = setUp({ onDisk: ["qwen2.5-coder-0.5b"], freeBytes: 2 * 4_500_000 });
    expect((await (await small.prepare()).facts(signal)).warnings.join()).toContain("4096 tokens");
  });

  it("would fetch the default where nothing is on the disk", async () => {
    const { prepare } = setUp();
    await expect(prepare()).rejects.toMatchObject({
      code: "model-unavailable",
      message: expect.stringMatching(/^qwen2\.5-coder-1\.5b could not be fetched/),
    });
  });

  it.each([
    ["no model", { onDisk: [] }, "the model's file (absent)"],
    ["no engine", { onDisk: ["qwen2.5-coder-1.5b"] }, "the embedded engine"],
  ])("with --no-download and %s says what to type", async (_, has, missing) => {
    const { prepare, cacheDir } = setUp(has);
    await expect(prepare({ allowDownload: false })).rejects.toMatchObject({
      code: "download-refused",
      exitCode: 1,
      message: expect.stringContaining(missing),
      hint: "whippet models get qwen2.5-coder-1.5b",
    });
    expect(readdirSync(dirname(cacheDir))).not.toContain("cache/engine");
  });

  it("with --no-download never loads a damaged file", async () => {
    const { prepare, cacheDir } = setUp({ onDisk: ["qwen2.5-coder-1.5b"] });
    await (await prepare()).close();
    for (const model of models.slice(1)) writeFileSync(modelPath(cacheDir, model), file.replace("hello", "jello"));
    await expect(prepare({ allowDownload: false })).rejects.toMatchObject({
      message: expect.stringContaining("(damaged)"),
    });
  });

  it("refuses what does not fit into half of the free memory", async () => {
    const { prepare } = setUp({ onDisk: ["qwen2.5-coder-1.5b"], freeBytes: 2 * 4_000_000 });
    await expect(prepare({ modelName: "1.5b" })).rejects.toMatchObject({ code: "no-model-fits" });
    await expect(prepare()).rejects.toMatchObject({ code: "no-model-fits" });
  });

  it("refuses an unknown name before anything else", async () => {
    await expect(setUp().prepare({ modelName: "gpt-7" })).rejects.toMatchObject({ code: "unknown-model", exitCode: 2 });
  });

  it("tells a second user of a model who the first is, until that one is done", async () => {
    const { prepare, cacheDir } = setUp({ onDisk: ["qwen2.5-coder-1.5b"] });
    const first = await prepare();
    await expect(prepare()).rejects.toMatchObject({
      code: "model-in-use",
      message: `Another Whippet (process ${process.pid}) is using qwen2.5-coder-1.5b.`,
    });
    await first.close();
    expect(readdirSync(join(cacheDir, "locks"))).toEqual([]);
    await prepare();
    expect(readFileSync(join(cacheDir, "locks/model-qwen2.5-coder-1.5b.lock"), "utf8")).toContain(`${process.pid} `);
  });
});
