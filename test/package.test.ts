import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeLlamaServer, startFakeLlamaServer } from "../bench/fake-llama-server.ts";
import { loadEnvironment } from "../src/config/load.ts";

const root = join(import.meta.dirname, "..");
const isBuilt = existsSync(join(root, "dist/whippet.js"));

describe.runIf(isBuilt)("the packed program (needs dist/: npm run build)", () => {
  let folder: string;
  let server: FakeLlamaServer;
  const packed = (...parts: string[]) => join(folder, "package", ...parts);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "whippet-package-"));
    const pack = ["pack", "--ignore-scripts", "--silent", "--offline", "--pack-destination", folder];
    execFileSync("npm", pack, { cwd: root });
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["-xzf", archive], { cwd: folder });
    symlinkSync(join(root, "node_modules"), packed("node_modules"));
    mkdirSync(join(folder, "project"));
    server = await startFakeLlamaServer(0);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const whippet = (...args: string[]) => {
    const own = { HOME: folder, XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
    const options = { cwd: join(folder, "project"), env: { ...loadEnvironment().variables, ...own } };
    const run = promisify(execFile)(packed("dist/whippet.js"), args, options);
    // It would wait for what is piped in.
    run.child.stdin?.end();
    return run;
  };

  it("is small, and holds the license but no sources", () => {
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    expect(statSync(join(folder, archive)).size).toBeLessThan(50e6);
    expect(readdirSync(packed()).sort()).toEqual(expect.arrayContaining(["LICENSE", "dist", "package.json"]));
    expect(existsSync(packed("src"))).toBe(false);
  });

  it("tells its version and its help", async () => {
    expect((await whippet("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await whippet("--help")).stdout).toContain("--base-url");
  });

  it("asks a server and prints the answer", async () => {
    const { stdout } = await whippet("-p", "say hi", "--base-url", server.url);
    expect(stdout).toContain("Hello.");
  });

  it("can be imported as a library", async () => {
    const library = await import(packed("dist/index.js"));
    expect(Object.keys(library)).toContain("createAgent");
  });
});
