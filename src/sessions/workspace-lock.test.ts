import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../lib/user-error.ts";
import { bundleScript } from "../providers/embedded/fixtures/bundle-script.ts";
import { sessionsFolder } from "./session-store.ts";
import { lockWorkspace } from "./workspace-lock.ts";

const state = (): string => mkdtempSync(join(tmpdir(), "whippet-state-"));

describe("the workspace's lock", () => {
  it("names the one that holds it, and is free after its release", () => {
    const stateDir = state();
    const release = lockWorkspace(stateDir, "/w");
    expect(() => lockWorkspace(stateDir, "/w")).toThrow(new RegExp(`process ${process.pid}\\b.*/w`));
    expect(() => lockWorkspace(stateDir, "/v")).not.toThrow();
    release();
    expect(() => lockWorkspace(stateDir, "/w")).not.toThrow();
  });

  it.each([
    ["of a dead process", "4194999 x 1"],
    ["of an earlier process with the number of one that lives", `${process.pid} x 1`],
    ["without sense in it", "no pid"],
  ])("is taken over from a file %s", (_, content) => {
    const stateDir = state();
    mkdirSync(sessionsFolder(stateDir, "/w"), { recursive: true });
    writeFileSync(join(sessionsFolder(stateDir, "/w"), "lock"), content);
    expect(() => lockWorkspace(stateDir, "/w")).not.toThrow();
  });

  it("says what to do where no lock can be kept", () => {
    const stateDir = join(state(), "state");
    writeFileSync(stateDir, "");
    const lock = () => lockWorkspace(stateDir, "/w");
    expect(lock).toThrow(UserError);
    expect(lock).toThrow(expect.objectContaining({ hint: expect.stringContaining("XDG_STATE_HOME") }));
  });

  it("goes to exactly one of several processes that find a dead holder at the same time", async () => {
    const stateDir = state();
    const folders = Array.from({ length: 150 }, (_, index) => `/w${index}`);
    for (const folder of folders) {
      mkdirSync(sessionsFolder(stateDir, folder), { recursive: true });
      writeFileSync(join(sessionsFolder(stateDir, folder), "lock"), "4194999 x 1");
    }
    const source = join(stateDir, "take.ts");
    writeFileSync(
      source,
      `import { lockWorkspace } from ${JSON.stringify(join(import.meta.dirname, "workspace-lock.ts"))};
       const take = (folder) => {
         try {
           lockWorkspace(${JSON.stringify(stateDir)}, folder);
           return [folder];
         } catch (error) {
           if (error.code === "workspace-busy") return [];
           throw error;
         }
       };
       process.stdin.once("data", () => {
         console.log(JSON.stringify(${JSON.stringify(folders)}.flatMap(take)));
         process.stdin.once("data", () => process.exit());
       });
       console.log("ready");`,
    );
    const script = await bundleScript(source, stateDir);
    const takers = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const said = async (): Promise<string[]> =>
      Promise.all(takers.map(async (taker) => String((await once(taker.stdout, "data"))[0])));
    await said();
    const taken = said();
    for (const taker of takers) taker.stdin.write("go\n");
    const mine = (await taken).map((text) => JSON.parse(text) as string[]);
    for (const taker of takers) taker.stdin.write("end\n");
    await Promise.all(takers.map((taker) => once(taker, "close")));
    expect(mine.flat().sort()).toEqual([...folders].sort());
  });
});
