import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEnvironment } from "../../config/load.ts";
import { createCommandAgent } from "../agents/command-agent.ts";
import type { BenchRecord, BenchSetup } from "../bench-record.ts";
import { openOutcomes, readOutcomes } from "./outcome-file.ts";
import { runBench } from "./run-bench.ts";

const { variables } = loadEnvironment();
const SETUP: BenchSetup = {
  ...{ agent: "scripted", program: null, model: null, server: "none", protocol: "visible" },
  ...{ options: [], timeLimitSeconds: 20 },
};

let home = "";
let lines: string[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-bench-test-"));
  lines = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string): string {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  return join(home, path);
}

/** A task: `answer.txt` must hold "right". */
function addTask(name: string): string {
  const testCommand = [process.execPath, "test.cjs"];
  const task = { language: "javascript", edit: ["answer.txt"], tests: ["test.cjs"], testCommand, timeoutSeconds: 10 };
  write(`tasks/${name}/task.json`, JSON.stringify(task));
  write(`tasks/${name}/instructions.md`, `Write right. {seed} 'quoted' "twice" $HOME`);
  write(`tasks/${name}/start/answer.txt`, "wrong");
  write(`tasks/${name}/solution/answer.txt`, "right");
  const text = 'require("node:fs").readFileSync("answer.txt", "utf8")';
  write(`tasks/${name}/tests/test.cjs`, `if (${text} !== "right") process.exit(1);`);
  return join(home, "tasks", name);
}

/** An agent that runs this JavaScript; `prompt` and `seed` are its variables. */
function scripted(code: string): string {
  const file = write(
    "agent.cjs",
    `const fs = require("node:fs"); const [prompt, seed] = process.argv.slice(2);\n${code}`,
  );
  return `${process.execPath} ${file} {prompt} {seed}`;
}

type Given = { folders: string[]; agent: string; seeds?: number; setup?: Partial<BenchSetup>; signal?: AbortSignal };

async function bench({ folders, agent, seeds = 1, setup, signal = new AbortController().signal }: Given) {
  const whole = { ...SETUP, ...setup };
  return await runBench({
    ...{ folders, seeds, variables, signal },
    agent: createCommandAgent(agent, variables),
    setup: whole,
    outcomes: openOutcomes(join(home, "out.jsonl"), whole),
    ...{ server: undefined, proxy: undefined },
    line: (text) => lines.push(text),
  });
}

const RIGHT = 'fs.writeFileSync("answer.txt", "right");';

it("passes an agent that does the task, and tells what it did", async () => {
  const [record] = await bench({ folders: [addTask("a")], agent: scripted(RIGHT) });
  expect(record).toMatchObject({
    ...{ task: "tasks/a", seed: 1, result: "pass", why: "", setup: SETUP },
    stop: { kind: "exited", exitCode: 0 },
    files: [{ path: "answer.txt", change: "changed" }],
  });
  expect(lines.at(-1)).toMatch(/^\[1\/1\] tasks\/a seed 1: pass, .* 1 of 1 pass$/);
});

it.each([
  ["edits the tests", 'fs.writeFileSync("test.cjs", "");'],
  ["deletes the tests", 'fs.rmSync("test.cjs");'],
  ["deletes everything, its own folder too", "fs.rmSync(process.cwd(), { recursive: true });"],
  ["plants files for the runner", 'fs.writeFileSync("package.json", "{}"); fs.writeFileSync("conftest.py", "");'],
  ["does nothing", ""],
  ["crashes after asking nobody, with success", "process.exit(0);"],
])("fails an agent that %s", async (_, code) => {
  const [record] = await bench({ folders: [addTask("a")], agent: scripted(code) });
  expect(record).toMatchObject({ result: "fail", why: "The tests ended with exit code 1." });
});

it("hands the prompt over as it is, whatever it holds, and the tests only where they are visible", async () => {
  const agent = scripted(
    `fs.writeFileSync(${JSON.stringify(join(home, "seen"))}, JSON.stringify([prompt, seed, fs.existsSync("test.cjs")]));`,
  );
  await bench({ folders: [addTask("a")], agent, setup: { protocol: "hidden" } });
  const seen = (): unknown => JSON.parse(readFileSync(join(home, "seen"), "utf8"));
  const text = `Write right. {seed} 'quoted' "twice" $HOME\n\nChange only \`answer.txt\`.`;
  expect(seen()).toEqual([text, "1", false]);
  rmSync(join(home, "out.jsonl"));
  await bench({ folders: [addTask("a")], agent });
  expect(seen()).toEqual([expect.stringContaining("The tests must pass"), "1", true]);
});

it("goes on where it stopped: what is there is not done again, what was invalid is", async () => {
  const count = join(home, "count");
  const agent = scripted(`fs.appendFileSync(${JSON.stringify(count)}, seed); ${RIGHT}`);
  const folders = [addTask("a"), addTask("b")];
  await bench({ folders: folders.slice(0, 1), agent });
  writeFileSync(join(home, "out.jsonl"), '{"type":"run","task":"torn', { flag: "a" });
  const broken = write("tasks/b/task.json", "{");
  await bench({ folders, agent });
  expect(lines.at(-1)).toContain("tasks/b seed 1: invalid: task.json is no JSON");
  rmSync(broken);
  addTask("b");
  const records = await bench({ folders, agent, seeds: 2 });
  expect(records.map(({ task, seed, result }) => [task, seed, result])).toEqual([
    ["tasks/a", 1, "pass"],
    ["tasks/b", 1, "pass"],
    ["tasks/a", 2, "pass"],
    ["tasks/b", 2, "pass"],
  ]);
  expect(readFileSync(count, "utf8")).toBe("1122");
  expect(readOutcomes(join(home, "out.jsonl"))).toHaveLength(4);
});

it("refuses a file with runs of another setup, and names the difference", async () => {
  const folders = [addTask("a")];
  await bench({ folders, agent: scripted(RIGHT) });
  await expect(bench({ folders, agent: scripted(RIGHT), setup: { protocol: "hidden" } })).rejects.toThrow(
    "protocol visible there, hidden now",
  );
});

it("calls a run invalid whose agent could not begin", async () => {
  const [record] = await bench({
    folders: [addTask("a")],
    agent: scripted('console.log("no such model"); process.exit(2);'),
  });
  expect(record).toMatchObject({ result: "invalid", why: expect.stringContaining("no such model") });
  const [missing] = await bench({ folders: [addTask("b")], agent: "/no/such/agent {prompt}" });
  expect(missing).toMatchObject({ result: "invalid", why: expect.stringContaining("exit code 127") });
});

describe.skipIf(process.platform !== "linux")("an agent's processes (Linux)", () => {
  it("end with its time, those in sessions of their own too, and the files count as they are", async () => {
    const pids = join(home, "pids");
    const agent = scripted(`
      const child = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
      fs.writeFileSync(${JSON.stringify(pids)}, child.pid + " " + process.pid);
      ${RIGHT} process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
    const [record] = await bench({ folders: [addTask("a")], agent, setup: { timeLimitSeconds: 1 } });
    expect(record).toMatchObject({ result: "pass", stop: { kind: "time-limit" } });
    await sleep(50);
    for (const pid of readFileSync(pids, "utf8").split(" "))
      expect(existsSync(`/proc/${pid}`) && isRunning(pid)).toBe(false);
  }, 15_000);
});

function isRunning(pid: string): boolean {
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

it("keeps what is done when interrupted, and records nothing of the run in the middle", async () => {
  const controller = new AbortController();
  const agent = scripted(`if (prompt && seed === "2") setInterval(() => {}, 1000); ${RIGHT}`);
  setTimeout(() => controller.abort(), 3_000);
  const started = Date.now();
  const records = await bench({ folders: [addTask("a")], agent, seeds: 3, signal: controller.signal });
  expect(records).toHaveLength(1);
  expect(readOutcomes(join(home, "out.jsonl"))).toHaveLength(1);
  expect(Date.now() - started).toBeLessThan(8_000);
}, 15_000);

it("stops at nothing but tells when the program is exchanged in the middle", async () => {
  const whole = { ...SETUP, program: "1 abc" };
  const agent = { ...createCommandAgent(scripted(RIGHT), variables), program: () => "1 def" };
  const outcomes = openOutcomes(join(home, "out.jsonl"), whole);
  const shared = { seeds: 1, variables, signal: new AbortController().signal, server: undefined, proxy: undefined };
  const records: readonly BenchRecord[] = await runBench({
    ...{ ...shared, agent, setup: whole, outcomes, folders: [addTask("a")] },
    line: (text) => lines.push(text),
  });
  expect(records[0]).toMatchObject({ result: "invalid", why: expect.stringContaining("exchanged") });
});
