import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-folder-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("a folder for tasks", () => {
  it("is made with those above it, and may be there already", async () => {
    await makeFolder(join(home, "a/b/c"));
    await makeFolder(join(home, "a/b/c"));
    await makeFolder(join(home, "a/b/d"));
    expect([existsSync(join(home, "a/b/c")), existsSync(join(home, "a/b/d"))]).toEqual([true, true]);
  });

  it("is refused inside a file, in its place, and at a link to nothing", async () => {
    writeFileSync(join(home, "file"), "");
    symlinkSync(join(home, "nothing"), join(home, "link"));
    await expect(makeFolder(join(home, "file"))).rejects.toThrow("EEXIST");
    await expect(makeFolder(join(home, "file/a/b"))).rejects.toThrow("ENOTDIR");
    await expect(makeFolder(join(home, "link"))).rejects.toThrow("EEXIST");
    await expect(makeFolder(join(home, "link/a"))).rejects.toThrow();
  });

  it.runIf(process.platform === "linux")("is refused at once where no folder can be made", async () => {
    await expect(makeFolder("/proc/no-such-folder/suite")).rejects.toThrow(/ENOENT|EACCES|EPERM/);
  });
});
