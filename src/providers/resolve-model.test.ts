import { expect, test } from "vitest";
import { displayName, resolveModel } from "./resolve-model.ts";

const offered = ["/models/qwen2.5-coder-0.5b.gguf", "qwen3:8b", "gemma:2b", "llama-3.3"].map((id) => ({
  id,
  names: [id],
}));

test.each([
  ["qwen3:8b", "qwen3:8b"],
  ["/models/qwen2.5-coder-0.5b.gguf", "/models/qwen2.5-coder-0.5b.gguf"],
  ["qwen2.5-coder-0.5b.gguf", "/models/qwen2.5-coder-0.5b.gguf"],
  ["Qwen2.5-Coder-0.5B", "/models/qwen2.5-coder-0.5b.gguf"],
])("%s is %s", (wanted, id) => {
  expect(resolveModel(wanted, offered)?.id).toBe(id);
});

test("an alias counts, an exact id before it", () => {
  const models = [
    { id: "b", names: ["b", "A"] },
    { id: "a", names: ["a"] },
  ];
  expect(resolveModel("a", models)?.id).toBe("a");
});

test("without a name the first; nothing where nothing is offered", () => {
  expect(resolveModel(undefined, offered)?.id).toBe("/models/qwen2.5-coder-0.5b.gguf");
  expect(resolveModel("any", [])).toBeUndefined();
});

test("an unknown name is answered with the nearest, and exit code 2", () => {
  expect(() => resolveModel("qwen3:9b", offered)).toThrow(
    expect.objectContaining({
      code: "unknown-model",
      exitCode: 2,
      hint: "--model qwen3:8b",
      message: expect.stringContaining("qwen3:8b, gemma:2b"),
    }),
  );
});

test("only a file's path is shortened", () => {
  expect(displayName("/a/b/c.gguf")).toBe("c.gguf");
  expect(displayName("Qwen/Qwen3-8B")).toBe("Qwen/Qwen3-8B");
});
