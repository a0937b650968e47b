import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../lib/sha256.ts";
import { tempFolder } from "../fixtures/temp-folder.ts";
import { type CatalogModel, catalog } from "./catalog.ts";
import { inspectModel, listModels, modelPath } from "./store.ts";

const content = "the model's bytes";
const [first] = catalog;
const model: CatalogModel = { ...(first as CatalogModel), bytes: content.length, sha256: sha256(content) };

function cacheWith(files: Readonly<Record<string, string>>): { cacheDir: string; path: string } {
  const cacheDir = tempFolder();
  const path = modelPath(cacheDir, model);
  for (const [suffix, text] of Object.entries(files)) {
    mkdirSync(dirname(path + suffix), { recursive: true });
    writeFileSync(path + suffix, text);
  }
  return { cacheDir, path };
}

describe("inspectModel", () => {
  it.each([
    ["absent", {}, 0],
    ["whole", { "": content }, content.length],
    ["damaged", { "": content.toUpperCase() }, content.length],
    ["damaged", { "": `${content} and more` }, content.length + 9],
    ["damaged", { "": "" }, 0],
    ["partial", { ".part": "the" }, 3],
    ["partial", { ".parts/001.bin": "the ", ".parts/002.bin": "model", ".parts/work-1/x.whl": "nnn" }, 9],
    ["whole", { "": content, ".part": "left over" }, content.length],
  ] as const)("says %s of %j", async (state, files, bytes) => {
    const { cacheDir } = cacheWith(files);
    expect(await inspectModel(cacheDir, model)).toMatchObject({ state, bytes });
  });

  it("says absent of a folder in the file's place, and where the cache is a file", async () => {
    expect((await inspectModel(cacheWith({ "/x": "" }).cacheDir, model)).state).toBe("absent");
    const { path } = cacheWith({ "": content });
    expect((await inspectModel(path, model)).state).toBe("absent");
  });

  it("computes the hash once, and again only after a change", async () => {
    const { cacheDir, path } = cacheWith({ "": content });
    const changed = content.toUpperCase();
    await inspectModel(cacheDir, model);
    const before = statSync(path);
    // The same size, time and inode: a stand-in for "not read again", for nothing but a disk fault changes a file like this.
    writeFileSync(path, changed);
    utimesSync(path, before.atime, before.mtime);
    const seen = JSON.parse(readFileSync(join(dirname(path), "verified.json"), "utf8"));
    seen[path].modifiedMs = statSync(path).mtimeMs;
    writeFileSync(join(dirname(path), "verified.json"), JSON.stringify(seen));
    expect((await inspectModel(cacheDir, model)).state).toBe("whole");
    utimesSync(path, 1, 1);
    expect((await inspectModel(cacheDir, model)).state).toBe("damaged");
  });

  it("reads a file again that was put in the place of a good one with its time and size", async () => {
    const { cacheDir, path } = cacheWith({ "": content });
    utimesSync(path, 1000, 1000);
    await inspectModel(cacheDir, model);
    writeFileSync(`${path}.other`, content.toUpperCase());
    utimesSync(`${path}.other`, 1000, 1000);
    renameSync(`${path}.other`, path);
    expect((await inspectModel(cacheDir, model)).state).toBe("damaged");
  });

  it.each(["", "{", "null", "[]", '{"x":null}'])("does not mind a memory of %j", async (memory) => {
    const { cacheDir, path } = cacheWith({ "": content });
    writeFileSync(join(dirname(path), "verified.json"), memory);
    expect((await inspectModel(cacheDir, model)).state).toBe("whole");
    expect((await inspectModel(cacheDir, model)).state).toBe("whole");
  });
});

it("listModels names every model of the catalog", async () => {
  const { cacheDir } = cacheWith({ "": content });
  const states = (await listModels(cacheDir)).map(({ model: { name }, state }) => `${name} ${state}`);
  expect(states).toEqual(["qwen2.5-coder-0.5b damaged", "qwen2.5-coder-1.5b absent"]);
});
