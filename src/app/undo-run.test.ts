import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createLog } from "../log/create-log.ts";
import { createSession, sessionFolders } from "../sessions/session-store.ts";
import { createFiles } from "../workspace/files.ts";
import { undoRun } from "./undo-run.ts";

let cwd: string;
let stateDir: string;
const file = (): string => readFileSync(join(cwd, "a.txt"), "utf8");
const undo = () => undoRun({ cwd, stateDir });

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "whippet-undo-"));
  stateDir = mkdtempSync(join(tmpdir(), "whippet-state-"));
  writeFileSync(join(cwd, "a.txt"), "0");
});

/** A session of one run for each list of contents that `a.txt` gets in it; answers with the log's path. */
async function session(...runs: (readonly string[])[]): Promise<string> {
  const year = 2020 + sessionFolders(stateDir, cwd).length;
  const stored = createSession(stateDir, cwd, new Date(`${year}-01-01`));
  const files = createFiles({ root: cwd, storeDir: stored.filesDir });
  const log = createLog({ write: stored.write });
  for (const contents of runs) {
    log.append({ type: "message", message: { from: "person", lane: "soon", text: "go" } });
    for (const after of contents) {
      const written = await files.write({ path: "a.txt", before: file(), after });
      if (!written.ok) throw new Error(written.error);
      const effects = { changed: [written.change] };
      log.append({ type: "result", call: "1", result: { ok: true, text: "written", effects } });
    }
    log.append({ type: "outcome", outcome: { kind: "done", why: "" }, report: [] });
  }
  stored.close();
  return join(stored.folder, "log.jsonl");
}

it("goes back run by run, through sessions without changes and those before, until nothing is left", async () => {
  await session(["1"], [], ["2", "3"]);
  await session(["4"]);
  await session([]);
  await session(["5", "4"]);
  for (const before of ["3", "1", "0"]) {
    expect((await undo()).restored).toHaveLength(1);
    expect(file()).toBe(before);
  }
  await expect(undo()).rejects.toThrow("nothing to undo");
});

it("does not go behind a run that left a file which somebody else changed since", async () => {
  await session(["1"]);
  await session(["2"]);
  writeFileSync(join(cwd, "a.txt"), "mine");
  for (const _ of [1, 2]) expect(await undo()).toMatchObject({ restored: [], leftAlone: ["a.txt"] });
  expect(file()).toBe("mine");
});

it("undoes what a crash left half done: any content that the run itself gave the file", async () => {
  await session(["1", "2", "3"]);
  writeFileSync(join(cwd, "a.txt"), "2"); // the last change was logged and never written
  expect(await undo()).toMatchObject({ leftAlone: [] });
  expect(file()).toBe("0");
});

it("counts a run as undone whose files are as they were already", async () => {
  await session(["1"]);
  await session(["2"]);
  writeFileSync(join(cwd, "a.txt"), "1");
  expect(await undo()).toMatchObject({ restored: [], leftAlone: [] });
  await undo();
  expect(file()).toBe("0");
});

it("undoes what a damaged log still tells, says so, and changes nothing in the log", async () => {
  await session(["1"]);
  const path = await session(["2"], ["2"]);
  const lines = readFileSync(path, "utf8").split("\n");
  const damaged = [...lines.slice(0, 3), "{{{", ...lines.slice(4)].join("\n");
  writeFileSync(path, damaged);
  const undone = await undo();
  expect(file()).toBe("1");
  expect(undone.damaged).toEqual([expect.stringContaining(`Line 4 of ${path}`)]);
  expect(readFileSync(path, "utf8")).toBe(damaged);
  await undo();
  expect(file()).toBe("0");
  // That the run in the damaged log is undone could not be noted: its file counts as changed since.
  expect(await undo()).toMatchObject({ restored: [], leftAlone: ["a.txt"] });
});

it("says that there is nothing where the folder has no session", async () => {
  await expect(undo()).rejects.toThrow("nothing to undo");
  rmSync(stateDir, { recursive: true });
  writeFileSync(stateDir, "");
  await expect(undo()).rejects.toMatchObject({ hint: expect.stringContaining("XDG_STATE_HOME") });
});
