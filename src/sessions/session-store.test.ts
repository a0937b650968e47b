import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../lib/user-error.ts";
import { createLog } from "../log/create-log.ts";
import { createSession, openSession, type Session, sessionFolders } from "./session-store.ts";

const state = (): string => mkdtempSync(join(tmpdir(), "whippet-state-"));

/** A session with these facts in its log, closed. */
function sessionOf(...values: number[]): Session {
  const session = createSession(state(), "/w");
  const log = createLog({ write: session.write });
  for (const value of values) log.append({ type: "fact", by: "a", name: "n", value });
  session.close();
  return session;
}

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

  it.each(['{"seq":1,"at":"x","ty', "\u0000\u0000\u0000"])("cuts a torn last line at the next open: %j", (torn) => {
    const first = sessionOf(1);
    appendFileSync(join(first.folder, "log.jsonl"), torn);
    const again = openSession(first.folder);
    expect(again.entries).toHaveLength(1);
    expect(again.damagedLine).toBeUndefined();
    createLog({ entries: again.entries, write: again.write }).append({ type: "fact", by: "a", name: "m", value: 2 });
    expect(openSession(first.folder).entries.map((entry) => entry.seq)).toEqual([0, 1]);
  });

  it.each([
    ["no JSON", '{"seq":1,"at":"x","ty'],
    ["another entry's number", '{"seq":7,"at":"x","type":"fact"}'],
    ["zeros", "\u0000\u0000\u0000"],
    ["no entry", "null"],
  ])("shows what stands before a damaged line (%s), and neither cuts nor writes", (_, bad) => {
    const first = sessionOf(1, 2, 3);
    const file = join(first.folder, "log.jsonl");
    const lines = readFileSync(file, "utf8").split("\n");
    const damaged = [lines[0], bad, ...lines.slice(2, 3), '{"seq":3,"to'].join("\n");
    writeFileSync(file, damaged);
    const again = openSession(first.folder);
    expect(again.entries.map((entry) => entry.seq)).toEqual([0]);
    expect(again.damagedLine).toBe(2);
    const log = createLog({ entries: again.entries, write: again.write });
    expect(() => log.append({ type: "fact", by: "a", name: "m", value: 2 })).toThrow(/line 2/);
    again.close();
    expect(readFileSync(file, "utf8")).toBe(damaged);
  });

  it("lists the sessions of a workspace, newest first, and none of another", () => {
    const stateDir = state();
    const older = createSession(stateDir, "/a/shop", new Date("2020-01-01"));
    const newer = createSession(stateDir, "/a/shop", new Date("2021-01-01"));
    mkdirSync(join(newer.folder, "../2022-without-a-log"));
    expect(sessionFolders(stateDir, "/a/shop")).toEqual([newer.folder, older.folder]);
    expect(sessionFolders(stateDir, "/b/shop")).toEqual([]);
  });

  it("says what to do where nothing can be kept", () => {
    const stateDir = join(state(), "state");
    writeFileSync(stateDir, "");
    const tries = [() => createSession(stateDir, "/w"), () => openSession(join(stateDir, "sessions/w"))];
    for (const doing of tries) {
      expect(doing).toThrow(UserError);
      expect(doing).toThrow(expect.objectContaining({ hint: expect.stringContaining("XDG_STATE_HOME") }));
    }
  });
});
