import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEnvironment } from "../../config/load.ts";
import { createCommandAgent } from "../agents/command-agent.ts";
import type { BenchRecord, BenchSetup } from "../bench-record.ts";
import { exampleRun } from "../figures/example-run.ts";
import { type CountingProxy, startCountingProxy } from "../proxy/counting-proxy.ts";
import { changedFiles, hashFiles } from "./changed-files.ts";
import { checkTasks } from "./check-tasks.ts";
import { openOutcomes, readOutcomes } from "./outcome-file.ts";
import { createProgress } from "./progress.ts";
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

type Given = {
  folders: string[];
  agent: string;
  seeds?: number;
  setup?: Partial<BenchSetup>;
  signal?: AbortSignal;
  proxy?: CountingProxy;
};

async function bench({ folders, agent, seeds = 1, setup, signal = new AbortController().signal, proxy }: Given) {
  const whole = { ...SETUP, ...setup };
  return await runBench({
    ...{ folders, seeds, variables, signal },
    agent: createCommandAgent(agent, variables),
    setup: whole,
    outcomes: openOutcomes(join(home, "out.jsonl"), whole),
    ...{ server: undefined, proxy },
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
      const hidden = { detached: true, stdio: "ignore", env: {} };
      const here = require("node:child_process").spawn("/bin/sleep", ["60"], hidden);
      const away = require("node:child_process").spawn("/bin/sleep", ["60"], { ...hidden, cwd: "/" });
      fs.writeFileSync(${JSON.stringify(pids)}, [child.pid, here.pid, away.pid, process.pid].join(" "));
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

it("stops when the program is exchanged in the middle; what is done is kept", async () => {
  const programs = ["1 abc", "1 def"];
  const agent = { ...createCommandAgent(scripted(RIGHT), variables), program: () => programs.shift() ?? "" };
  const setup = { ...SETUP, program: "1 abc" };
  const outcomes = openOutcomes(join(home, "out.jsonl"), setup);
  const shared = { seeds: 1, variables, signal: new AbortController().signal, server: undefined, proxy: undefined };
  const folders = [addTask("a"), addTask("b")];
  await expect(runBench({ ...shared, agent, setup, outcomes, folders, line: () => {} })).rejects.toThrow("exchanged");
  expect(readOutcomes(join(home, "out.jsonl"))).toMatchObject([{ task: "tasks/a", result: "pass" }]);
});

it("does a task again whose files were changed since", async () => {
  const folders = [addTask("a"), addTask("b")];
  const agent = scripted(RIGHT);
  const before = await bench({ folders, agent });
  write("tasks/a/instructions.md", "Write it.");
  const after = await bench({ folders, agent });
  expect(after.map(({ at }, index) => at === before[index]?.at)).toEqual([false, true]);
});

it("calls a run invalid in which the agent changed the task", async () => {
  const folder = addTask("a");
  const agent = scripted(`fs.writeFileSync(${JSON.stringify(join(folder, "tests/test.cjs"))}, "");`);
  const [record] = await bench({ folders: [folder], agent });
  expect(record).toMatchObject({ result: "invalid", why: expect.stringContaining("was changed") });
});

it.each<[string, string, string]>([
  [
    "folders that are nested deeper than a path may be long",
    `
    for (let depth = 0; depth < 60; depth++) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }
    fs.writeFileSync("f", "x");`,
    "fail",
  ],
  [
    "a pipe for an answer",
    `
    fs.rmSync("answer.txt"); require("node:child_process").execFileSync("mkfifo", ["answer.txt"]);`,
    "fail",
  ],
  [
    "what it may not change itself",
    `
    fs.mkdirSync("closed"); fs.writeFileSync("closed/f", ""); fs.chmodSync("closed", 0o500); ${RIGHT}`,
    "pass",
  ],
])("scores and deletes an agent's folder with %s", async (_, code, result) => {
  const seen = join(home, "folder");
  const agent = scripted(`fs.writeFileSync(${JSON.stringify(seen)}, process.cwd());${code}`);
  const [record] = await bench({ folders: [addTask("a")], agent });
  expect(record).toMatchObject({ result });
  expect(existsSync(dirname(readFileSync(seen, "utf8")))).toBe(false);
});

it("lists changes the same way in a folder of many files", async () => {
  for (let count = 0; count < 260; count++) write(`many/${count}`, "");
  const before = await hashFiles(join(home, "many"));
  write("many/259", "changed");
  rmSync(join(home, "many/0"));
  expect(changedFiles(before, await hashFiles(join(home, "many")))).toEqual([
    { path: "0", change: "removed" },
    { path: "259", change: "changed" },
  ]);
});

it("makes a broken task folder an invalid run, and goes on", async () => {
  const folders = [addTask("a"), addTask("b"), addTask("c")];
  write("tasks/a/start/lib", "a file");
  const description = { language: "javascript", edit: ["lib/answer.txt"], tests: ["test.cjs"], testCommand: ["node"] };
  write("tasks/a/task.json", JSON.stringify(description));
  write("tasks/a/solution/lib/answer.txt", "right");
  execFileSync("mkfifo", [join(home, "tasks/b/start/pipe")]);
  const records = await bench({ folders, agent: scripted(RIGHT) });
  expect(records.map(({ result }) => result)).toEqual(["invalid", "pass", "pass"]);
});

it("tells how long the rest takes by the new runs alone", () => {
  let now = 0;
  const progress = createProgress(
    4,
    (text) => lines.push(text),
    () => now,
  );
  const add = (ms: number, isFromBefore: boolean): void => {
    now += ms;
    progress.add(exampleRun(), isFromBefore);
  };
  add(100_000, false);
  add(0, true);
  add(100_000, false);
  expect(lines.at(-1)).toContain("about 2 min left");
});

describe("an agent that asks nothing and fails", () => {
  /** A model server, or what looks like one. */
  async function served(status: number, code: string, seeds: number): Promise<readonly BenchRecord[]> {
    const server = createServer((_, response) => response.writeHead(status).end("{}")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = await startCountingProxy({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    try {
      const ask = `const ask = () => fetch("${proxy.origin}/v1/chat/completions", { method: "POST", body: "{}" });`;
      return await bench({ folders: [addTask("a")], agent: scripted(`${ask}\n${code}`), seeds, proxy });
    } finally {
      await proxy.close();
      server.close();
    }
  }

  it("has failed at the task once a run before has asked the model", async () => {
    const records = await served(200, 'if (seed === "2") ask(); else process.exitCode = 1;', 3);
    expect(records.map(({ result }) => result)).toEqual(["invalid", "fail", "fail"]);
  });

  it("is not judged where the server has nothing but errors", async () => {
    const [record] = await served(500, "ask();", 1);
    expect(record).toMatchObject({ result: "invalid", why: expect.stringContaining("HTTP 500") });
  });
});

describe("--check", () => {
  const check = async (folders: string[], signal = new AbortController().signal): Promise<boolean> =>
    await checkTasks(folders, { variables, signal, line: (text) => lines.push(text) });

  it("names invalid tasks, and those of which only the exit code is seen", async () => {
    const blind = addTask("blind");
    const test = '[ "$(cat answer.txt)" = right ]';
    const task = { language: "sh", edit: ["answer.txt"], tests: ["test.sh"], testCommand: ["sh", "test.sh"] };
    write("tasks/blind/task.json", JSON.stringify(task));
    write("tasks/blind/tests/test.sh", test);
    write("tasks/bad/task.json", "{");
    expect(await check([addTask("a"), blind, join(home, "tasks/bad")])).toBe(false);
    expect(lines).toEqual([
      "tasks/blind: valid, but code that ends its tests early with exit code 0 passes.",
      expect.stringContaining("tasks/bad: task.json is no JSON"),
      "2 solutions pass, 2 starts fail; 1 of 3 tasks are invalid",
    ]);
  });

  it("blames no task for an interruption", async () => {
    const controller = new AbortController();
    const folder = addTask("a");
    write("tasks/a/tests/test.cjs", "setInterval(() => {}, 1000);");
    setTimeout(() => controller.abort(), 300);
    expect(await check([folder], controller.signal)).toBe(false);
    expect(lines).toEqual(["Interrupted."]);
  });
});
