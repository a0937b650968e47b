import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "../log/create-log.ts";
import { createSession, latestSession, openSession } from "./session-store.ts";
import { lockWorkspace } from "./workspace-lock.ts";

const state = (): string => mkdtempSync(join(tmpdir(), "whippet-state-"));

describe("sessions on disk", () => {
  it("keeps each entry before it counts, readable by the owner alone", () => {
    const session = createSession(state(), "/some/where/shop");
    const log = createLog({ write: session.write });
    log.append({ type: "fact", by: "a", name: "n", value: "é\n" });
    const file = join(session.folder, "log.jsonl");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(session.filesDir).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ seq: 0, name: "n", value: "é\n" });
  });

  it.each(['{"seq":1,"at":"x","ty', "\u0000\u0000\u0000", '{"seq":7,"at":"x","type":"fact"}\n'])(
    "cuts a torn or foreign end at the next open: %j",
    (torn) => {
      const first = createSession(state(), "/w");
      createLog({ write: first.write }).append({ type: "fact", by: "a", name: "n", value: 1 });
      first.close();
      appendFileSync(join(first.folder, "log.jsonl"), torn);
      const again = openSession(first.folder);
      expect(again.entries).toHaveLength(1);
      createLog({ entries: again.entries, write: again.write }).append({ type: "fact", by: "a", name: "m", value: 2 });
      expect(openSession(first.folder).entries.map((entry) => entry.seq)).toEqual([0, 1]);
    },
  );

  it("finds the newest session of a workspace and none of another", () => {
    const stateDir = state();
    createSession(stateDir, "/a/shop", new Date("2020-01-01"));
    const newer = createSession(stateDir, "/a/shop", new Date("2021-01-01"));
    expect(latestSession(stateDir, "/a/shop")?.folder).toBe(newer.folder);
    expect(latestSession(stateDir, "/b/shop")).toBeUndefined();
  });
});

describe("the workspace's lock", () => {
  it("names the first one's pid, and gives way when that process is dead", () => {
    const stateDir = state();
    const release = lockWorkspace(stateDir, "/w", process.pid);
    expect(() => lockWorkspace(stateDir, "/w", process.pid + 1)).toThrow(String(process.pid));
    release();
    const again = lockWorkspace(stateDir, "/w", 2 ** 22 + 1);
    expect(() => lockWorkspace(stateDir, "/w", process.pid)).not.toThrow();
    again();
    expect(() => lockWorkspace(stateDir, "/w", process.pid + 1)).toThrow("at work");
  });

  it("takes over a lock file without sense in it", () => {
    const stateDir = state();
    const release = lockWorkspace(stateDir, "/w");
    release();
    const folder = createSession(stateDir, "/w").folder;
    writeFileSync(join(folder, "..", "lock"), "no pid");
    expect(() => lockWorkspace(stateDir, "/w")).not.toThrow();
  });
});
