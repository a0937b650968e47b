import { describe, expect, it } from "vitest";
import { resolveToolName } from "./tool-name.ts";

const known = ["read", "write", "edit", "bash", "grep", "glob", "list", "web_fetch"];

describe("resolveToolName", () => {
  it.each([
    ["read", "read"],
    ["Write", "write"],
    ["BASH", "bash"],
    ["webFetch", "web_fetch"],
    ["web-fetch", "web_fetch"],
    ["shell", "bash"],
    ["run", "bash"],
    ["execute_command", "bash"],
    ["write_file", "write"],
    ["create_file", "write"],
    ["read_file", "read"],
    ["cat", "read"],
    ["open", "read"],
    ["str_replace", "edit"],
    ["edit_file", "edit"],
    ["search", "grep"],
    ["ls", "list"],
    ["list_files", "list"],
    ["find", "glob"],
    ["functions.read", "read"],
    ["write_file<|channel|>commentary", "write"],
  ])("takes %s for %s", (written, name) => {
    expect(resolveToolName(written, known)).toEqual({ name });
  });

  it("prefers a listed name to an alias", () => {
    expect(resolveToolName("search", [...known, "search"])).toEqual({ name: "search" });
  });

  it("knows an alias only where its tool is listed", () => {
    expect(resolveToolName("shell", ["read"])).toEqual({ name: null, nearest: ["read"] });
  });

  it.each([
    ["raed", "read"],
    ["webfetcher", "web_fetch"],
    ["lst", "list"],
  ])("does not guess %s, but names the nearest", (written, nearest) => {
    const resolved = resolveToolName(written, known);
    expect(resolved).toMatchObject({ name: null });
    expect(resolved.name === null && resolved.nearest[0]).toBe(nearest);
  });

  it.each(["constructor", "toString", "__proto__", "", "x".repeat(100_000)])("is not fooled by %j", (written) => {
    expect(resolveToolName(written.slice(0, 100_000), known).name).toBeNull();
  });
});
