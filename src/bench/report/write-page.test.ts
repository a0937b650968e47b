import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writePage } from "./write-page.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-page-"));
  writeFileSync(join(home, "a.jsonl"), "runs");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the page's file", () => {
  it("is written, also over an older page", () => {
    const page = join(home, "report.html");
    writePage(page, "old", [join(home, "a.jsonl")]);
    writePage(page, "new", [join(home, "a.jsonl")]);
    expect(readFileSync(page, "utf8")).toBe("new");
  });

  it.each(["a.jsonl", "./sub/../a.jsonl", "symbolic", "hard"])("is never one of the outcomes: %s", (name) => {
    const runs = join(home, "a.jsonl");
    symlinkSync(runs, join(home, "symbolic"));
    linkSync(runs, join(home, "hard"));
    expect(() => writePage(join(home, name), "page", [join(home, "b.jsonl"), runs])).toThrow("would overwrite");
    expect(readFileSync(runs, "utf8")).toBe("runs");
  });

  it("is refused where it can't be written", () => {
    expect(() => writePage(home, "page", [])).toThrow("can't be written");
    expect(() => writePage(join(home, "a.jsonl/b.html"), "page", [join(home, "a.jsonl")])).toThrow("can't be written");
  });
});
