import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockOutcomes } from "./lock-outcomes.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-lock-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the lock of a file of outcomes", () => {
  it("is held once, whatever the file's name, and leaves nothing when given back", () => {
    const file = join(home, "a.jsonl");
    writeFileSync(file, "");
    symlinkSync(file, join(home, "link.jsonl"));
    const release = lockOutcomes(file);
    expect(() => lockOutcomes(file)).toThrow(`Another bench (process ${process.pid}) is writing to ${file}.`);
    expect(() => lockOutcomes(join(home, "link.jsonl"))).toThrow("Another bench");
    lockOutcomes(join(home, "b.jsonl"))();
    release();
    expect(existsSync(`${file}.lock`)).toBe(false);
    lockOutcomes(file)();
  });

  it("of a dead process is taken over", async () => {
    const file = join(home, "a.jsonl");
    const release = lockOutcomes(file);
    const content = readFileSync(`${file}.lock`, "utf8");
    release();
    const child = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => child.on("close", resolve));
    writeFileSync(`${file}.lock`, content.replace(/^\d+/, `${child.pid}`));
    lockOutcomes(file)();
  });

  it("is refused where the folder is not there, which it does not make", () => {
    expect(() => lockOutcomes(join(home, "no/a.jsonl"))).toThrow("can't be used");
    expect(existsSync(join(home, "no"))).toBe(false);
    if (process.platform === "linux") expect(() => lockOutcomes("/proc/no/a.jsonl")).toThrow("can't be used");
  });
});
