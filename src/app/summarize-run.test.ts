import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLog } from "../log/create-log.ts";
import { createFiles } from "../workspace/files.ts";
import { summarizeRun } from "./summarize-run.ts";

const root = mkdtempSync(join(tmpdir(), "whippet-summary-"));
const storeDir = join(root, "store");

it("counts lines from the stored contents, and goes without counts where one is lost", async () => {
  writeFileSync(join(root, "a.txt"), "one\ntwo\n");
  const files = createFiles({ root, storeDir });
  const written = await files.write({ path: "a.txt", before: "one\ntwo\n", after: "one\n2\n3\n" });
  if (!written.ok) throw new Error(written.error);
  const log = createLog();
  log.append({ type: "message", message: { from: "person", lane: "soon", text: "go" } });
  const effects = { changed: [written.change] };
  log.append({ type: "result", call: "1", result: { ok: true, text: "written", effects } });
  const end = { outcome: { kind: "done", why: "It is done." }, report: ["a line"] } as const;
  log.append({ type: "outcome", ...end });

  const counted = await summarizeRun(log.entries, end, files);
  expect(counted).toMatchObject({ ...end, filesChanged: [{ path: "a.txt", added: 2, removed: 1 }] });
  for (const name of readdirSync(storeDir)) rmSync(join(storeDir, name));
  const uncounted = await summarizeRun(log.entries, end, files);
  expect(uncounted).toMatchObject({ ...end, filesChanged: [{ path: "a.txt", added: null, removed: null }] });
});
