import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { tempFolder } from "./fixtures/temp-folder.ts";
import { runProgram } from "./run-program.ts";

const variables = { PATH: "/usr/bin:/bin" };

it("tells exit code and last words, and runs in the folder and with the variables given, without input", async () => {
  const cwd = tempFolder();
  const end = await runProgram("sh", ["-c", "cat; pwd >&2; env >&2; exit 3"], { cwd, variables });
  expect(end.exitCode).toBe(3);
  expect(end.errors).toContain(cwd);
  expect(end.errors).not.toContain("HOME=");
});

it("tells a program that is not there", async () => {
  expect(await runProgram("no-such-program", [], { cwd: tempFolder(), variables })).toMatchObject({ missing: true });
});

it("keeps only the end of what a talkative program says", async () => {
  const end = await runProgram("sh", ["-c", "yes a line | head -n 100000 >&2; echo last >&2"], {
    cwd: tempFolder(),
    variables,
  });
  expect(end.errors.length).toBeLessThanOrEqual(4000);
  expect(end.errors).toMatch(/last$/);
});

it("ends the program with all it started when aborted", async () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "run.sh"), "sleep 30 & echo $! > child; trap '' TERM; wait; sleep 30");
  const stop = new AbortController();
  const running = runProgram("sh", ["run.sh"], { cwd, variables, signal: stop.signal });
  while (!existsSync(join(cwd, "child")) || readFileSync(join(cwd, "child"), "utf8") === "") await sleep(20);
  stop.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  const pid = Number(readFileSync(join(cwd, "child"), "utf8"));
  await sleep(50);
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "gone Z";
  expect(stat).toMatch(/ Z/);
});
