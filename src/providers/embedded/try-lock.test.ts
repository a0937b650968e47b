import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleScript } from "./fixtures/bundle-script.ts";
import { tempFolder } from "./fixtures/temp-folder.ts";
import { tryLock, waitForLock } from "./try-lock.ts";

function lockFile(cacheDir: string, content: string): string {
  mkdirSync(join(cacheDir, "locks"), { recursive: true });
  const path = join(cacheDir, "locks/model-a.lock");
  writeFileSync(path, content);
  return path;
}

describe("a lock", () => {
  it("is held once, by a process that is told, and free after its release", () => {
    const cacheDir = tempFolder();
    const first = tryLock(cacheDir, "model-a");
    expect(tryLock(cacheDir, "model-a")).toEqual({ heldBy: process.pid });
    expect("release" in tryLock(cacheDir, "model-b")).toBe(true);
    if ("release" in first) first.release();
    expect("release" in tryLock(cacheDir, "model-a")).toBe(true);
    expect(readdirSync(join(cacheDir, "locks"))).toEqual(["model-a.lock", "model-b.lock"]);
  });

  it.each([
    ["of a process that is dead", "4194999 x 1"],
    ["of an earlier process with the number of one that lives", `${process.pid} x 1`],
    ["without content", ""],
    ["with nonsense", "-1 \0 {}"],
  ])("%s is taken over", (_, content) => {
    const cacheDir = tempFolder();
    const path = lockFile(cacheDir, content);
    expect("release" in tryLock(cacheDir, "model-a")).toBe(true);
    expect(readFileSync(path, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  });

  it("that somebody else took meanwhile is not released", () => {
    const cacheDir = tempFolder();
    const lock = tryLock(cacheDir, "model-a");
    const path = lockFile(cacheDir, "1 somebody");
    if ("release" in lock) lock.release();
    expect(existsSync(path)).toBe(true);
  });

  it("is waited for, and the wait can be ended", async () => {
    const cacheDir = tempFolder();
    const first = tryLock(cacheDir, "model-a");
    const told: number[] = [];
    const give = AbortSignal.timeout(300);
    await expect(waitForLock(cacheDir, "model-a", (pid) => told.push(pid), give)).rejects.toThrow("timeout");
    setTimeout(() => "release" in first && first.release(), 100);
    const lock = await waitForLock(cacheDir, "model-a", (pid) => told.push(pid));
    expect(told).toEqual([process.pid, process.pid]);
    lock.release();
  });

  it("goes to exactly one of many that find a dead holder at the same time", async () => {
    const folder = tempFolder();
    lockFile(folder, "4194999 x 1");
    const source = join(folder, "take.ts");
    writeFileSync(
      source,
      `import { tryLock } from ${JSON.stringify(join(import.meta.dirname, "try-lock.ts"))};
       process.stdin.once("data", () => {
         console.log("release" in tryLock(${JSON.stringify(folder)}, "model-a") ? "mine" : "held");
         setTimeout(() => process.exit(), 700);
       });
       console.log("ready");`,
    );
    const script = await bundleScript(source, folder);
    const takers = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const said = takers.map((taker) => {
      const texts: string[] = [];
      taker.stdout.setEncoding("utf8").on("data", (text: string) => texts.push(text));
      return texts;
    });
    await Promise.all(takers.map((taker) => once(taker.stdout, "data")));
    for (const taker of takers) taker.stdin.write("go\n");
    await Promise.all(takers.map((taker) => once(taker, "close")));
    expect(said.filter((texts) => texts.join("").includes("mine"))).toHaveLength(1);
  });
});
