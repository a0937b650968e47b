import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recallServer, rememberServer } from "./known-servers.ts";

const folder = (): string => join(mkdtempSync(join(tmpdir(), "whippet-known-")), "state");

const gemma = { server: "Ollama", model: "gemma:2b" };
const llama = { server: "llama.cpp", model: "x" };

it("remembers each server with its model, in one file", () => {
  const state = folder();
  expect(recallServer(state, gemma)).toEqual({});
  rememberServer(state, gemma, { toolsMode: "prompt" });
  rememberServer(state, llama, { toolsMode: "prompt" });
  expect(recallServer(state, gemma)).toEqual({ toolsMode: "prompt" });
  expect(recallServer(state, llama)).toEqual({ toolsMode: "prompt" });
  expect(recallServer(state, { ...gemma, server: "llama.cpp" })).toEqual({});
});

it("tries anew after a month", () => {
  const state = folder();
  rememberServer(state, gemma, { toolsMode: "prompt" }, new Date("2026-01-01"));
  expect(recallServer(state, gemma, new Date("2026-01-30"))).toEqual({ toolsMode: "prompt" });
  expect(recallServer(state, gemma, new Date("2026-02-01"))).toEqual({});
});

it.each([
  "",
  "{",
  "[]",
  '{"Ollama gemma:2b": {"learnt": "yesterday"}}',
  '{"Ollama gemma:2b": {"learnt": "2026-01-01T00:00:00Z", "toolsMode": "x"}}',
])("a broken file counts as none and is made anew: %s", (content) => {
  const state = folder();
  rememberServer(state, llama, { toolsMode: "prompt" });
  writeFileSync(join(state, "servers.json"), content);
  expect(recallServer(state, gemma)).toEqual({});
  rememberServer(state, gemma, { toolsMode: "prompt" });
  expect(recallServer(state, gemma)).toEqual({ toolsMode: "prompt" });
  expect(JSON.parse(readFileSync(join(state, "servers.json"), "utf8"))).toHaveProperty(["Ollama gemma:2b"]);
});

it("makes nothing where it is only asked", () => {
  const state = folder();
  recallServer(state, gemma);
  expect(existsSync(state)).toBe(false);
});
