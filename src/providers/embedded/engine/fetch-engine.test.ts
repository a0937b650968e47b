import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakePrograms } from "../fixtures/fake-programs.ts";
import { tempFolder } from "../fixtures/temp-folder.ts";
import {
  engineEntry,
  engineFolder,
  enginePlatform,
  engineVersion,
  fetchEngine,
  isEngineWhole,
} from "./fetch-engine.ts";

const lockDir = join(import.meta.dirname, "../engine-lock");
const platforms = ["linux-x64", "linux-arm64", "mac-arm64-metal", "mac-x64"];

/** An npm that "installs" what the lock file names, or does what `script` says; its calls are written down. */
function fakeNpm(calls: string, script?: string): string {
  const install = `
    const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
    const platform = Object.keys(lock.packages[""].dependencies).find((name) => name.startsWith("@"));
    const native = "node_modules/" + platform + "/bins/" + platform.split("/")[1];
    for (const folder of [native, "node_modules/node-llama-cpp/dist"]) fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(native + "/llama-addon.node", "native code");
    fs.writeFileSync("node_modules/node-llama-cpp/dist/index.js", "export {};");`;
  return `
    const fs = require("node:fs");
    fs.appendFileSync(${JSON.stringify(calls)}, JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), registry: process.env.npm_config_registry }) + "\\n");
    ${script ?? install}`;
}

function setUp(script?: string) {
  const folder = tempFolder();
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const cacheDir = join(folder, "cache");
  const said: string[] = [];
  const variables = {
    PATH: fakePrograms(folder, { npm: fakeNpm(calls, script) }),
    npm_config_registry: "http://r.example",
  };
  return {
    cacheDir,
    said,
    options: { environment: { cacheDir, variables }, lockDir, announce: (line: string) => said.push(line) },
    calls: () =>
      readFileSync(calls, "utf8")
        .split("\n")
        .flatMap((line) => (line ? [JSON.parse(line)] : [])),
  };
}

describe("fetchEngine", () => {
  it("installs once, from the lock file of this machine, without scripts and extras, in a folder of its own", async () => {
    const { options, calls, said, cacheDir } = setUp();
    const folder = await fetchEngine(options);
    expect(folder).toBe(engineFolder(cacheDir));
    expect(existsSync(join(folder, engineEntry))).toBe(true);
    expect(await isEngineWhole(folder)).toBe(true);
    const [call] = calls();
    expect(call.args.slice(0, 3)).toEqual(["ci", "--ignore-scripts", "--omit=optional"]);
    expect(call.cwd).toBe(`${folder}.new`);
    expect(call.registry).toBe("http://r.example");
    expect(readdirSync(join(cacheDir, "engine"))).toHaveLength(1);
    expect(said).toEqual([`Fetching the embedded engine node-llama-cpp ${engineVersion} (about 83 MB) to ${folder}.`]);
    await fetchEngine(options);
    expect(calls()).toHaveLength(1);
  });

  it.each([
    ["lost a file", (native: string) => writeFileSync(join(native, "../../../../../installed.json"), '{"gone":1}')],
    ["has a file cut short", (native: string) => truncateSync(join(native, "llama-addon.node"), 3)],
    ["was never finished", (native: string) => writeFileSync(join(native, "../../../../../installed.json"), "")],
  ])("installs again what %s", async (_, damage) => {
    const { options, calls } = setUp();
    const folder = await fetchEngine(options);
    damage(join(folder, `node_modules/@node-llama-cpp/${enginePlatform()}/bins/${enginePlatform()}`));
    expect(await isEngineWhole(folder)).toBe(false);
    await fetchEngine(options);
    expect(await isEngineWhole(folder)).toBe(true);
    expect(calls()).toHaveLength(2);
  });

  it("clears away what a killed install left", async () => {
    const { options, cacheDir } = setUp();
    mkdirSync(`${engineFolder(cacheDir)}.new/node_modules/old`, { recursive: true });
    const folder = await fetchEngine(options);
    expect(existsSync(join(folder, "node_modules/old"))).toBe(false);
  });

  it("tells npm's reason, and leaves nothing that looks like an engine", async () => {
    const error =
      "npm error code ENOTFOUND\\nnpm error syscall getaddrinfo\\nnpm error network request to http://r.example failed";
    const { options, cacheDir } = setUp(`console.error("${error}"); process.exit(1);`);
    await expect(fetchEngine(options)).rejects.toMatchObject({
      code: "engine-unavailable",
      message: "The embedded engine could not be fetched with npm: network request to http://r.example failed.",
      hint: "npm ping",
    });
    expect(await isEngineWhole(engineFolder(cacheDir))).toBe(false);
  });

  it("is stopped with its npm", async () => {
    const { options } = setUp("setTimeout(() => undefined, 30_000);");
    const signal = AbortSignal.timeout(200);
    const started = performance.now();
    await expect(fetchEngine({ ...options, signal })).rejects.toThrow("timeout");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

it("enginePlatform refuses machines that the engine has no build for", () => {
  expect(enginePlatform("linux-arm64")).toBe("linux-arm64");
  expect(() => enginePlatform("win32-x64")).toThrow(expect.objectContaining({ code: "no-engine" }));
});

describe.each(platforms)("the lock file for %s", (platform) => {
  const lock = JSON.parse(readFileSync(join(lockDir, platform, "package-lock.json"), "utf8"));
  const packages = Object.entries<Record<string, unknown>>(lock.packages).filter(([name]) => name !== "");

  it("pins the engine and this platform's build, and nothing of other machines but as optional", () => {
    const { dependencies } = JSON.parse(readFileSync(join(lockDir, platform, "package.json"), "utf8"));
    expect(dependencies).toEqual({ [`@node-llama-cpp/${platform}`]: engineVersion, "node-llama-cpp": engineVersion });
    const builds = packages.filter(([name]) => name.startsWith("node_modules/@node-llama-cpp/"));
    const fixed = builds.filter(([, entry]) => !entry["optional"]).map(([name]) => name);
    expect(fixed).toEqual([`node_modules/@node-llama-cpp/${platform}`]);
  });

  it("checks every package by hash and names no registry", () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, entry]) => !String(entry["integrity"]).startsWith("sha512-"))).toEqual([]);
    expect(packages.filter(([, entry]) => "resolved" in entry)).toEqual([]);
  });
});
