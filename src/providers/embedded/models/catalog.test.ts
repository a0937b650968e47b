import { describe, expect, it } from "vitest";
import { catalog, defaultModelName, findModel } from "./catalog.ts";
import { fitWindow } from "./fit-window.ts";

describe("findModel", () => {
  it.each(["qwen2.5-coder-0.5b", "0.5b", " 0.5B ", "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"])("knows %j", (name) => {
    expect(findModel(name).parameters).toBe(490_000_000);
  });

  it("refuses an unknown name with the nearest first, as a usage error", () => {
    expect(() => findModel("qwen2.5-coder-1.5")).toThrow(
      expect.objectContaining({
        code: "unknown-model",
        exitCode: 2,
        message: 'No model named "qwen2.5-coder-1.5". Nearest: qwen2.5-coder-1.5b, qwen2.5-coder-0.5b.',
        hint: "whippet --model qwen2.5-coder-1.5b",
      }),
    );
    expect(() => findModel("0.6b")).toThrow(expect.objectContaining({ hint: "whippet --model qwen2.5-coder-0.5b" }));
  });

  it.each([
    ["nothing", ""],
    ["a property of all objects", "__proto__"],
    ["a path", "../../etc/passwd"],
    ["a very long name", "x".repeat(10_000)],
  ])("refuses %s", (_, name) => {
    expect(() => findModel(name)).toThrow(expect.objectContaining({ code: "unknown-model" }));
  });
});

describe("the catalog", () => {
  it("has the default, unique names, and files that are plain names", () => {
    expect(findModel(defaultModelName).name).toBe(defaultModelName);
    const names = catalog.flatMap((model) => [model.name, ...model.aliases, model.file]);
    expect(new Set(names).size).toBe(names.length);
    for (const model of catalog) {
      expect(model.file).toMatch(/^[\w.-]+\.gguf$/);
      expect(model.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(model.url.endsWith(`/${model.file}`)).toBe(true);
    }
  });
});

describe("fitWindow", () => {
  const model = { bytes: 1000e6, kvBytesPerToken: 30_000 };
  it.each([
    [16_384, 2 * (1000e6 + 16_384 * 30_000)],
    [8192, 2 * (1000e6 + 16_384 * 30_000) - 2],
    [4096, 2 * (1000e6 + 4096 * 30_000)],
    [null, 2 * (1000e6 + 4096 * 30_000) - 2],
    [null, 0],
  ])("gives %s tokens with %d bytes free", (window, freeBytes) => {
    expect(fitWindow(model, freeBytes)).toBe(window);
  });
});
