import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { llamaCppReply, llamaCppRoutes } from "../../src/testing/llama-cpp-replies.ts";
import { startReplayServer } from "../../src/testing/replay-server.ts";
import { isBuilt, useBench } from "./program-under-test.ts";

const answer = (code: string): ReturnType<typeof llamaCppReply> => llamaCppReply(`\`\`\`js\n${code}\`\`\`\n`);
const RIGHT = "export const add = (a, b) => a + b;\n";
const WRONG = "export const add = (a, b) => a - b;\n";
const OTHER = "export const add = (a, b) => a * b * 3;\n";
const TEST = `import { test } from "node:test";
import assert from "node:assert";
import { add } from "./add.mjs";
test("adds", () => assert.equal(add(1, 1), 2));
`;

describe.runIf(isBuilt)("whippet bench (needs dist/: npm run build)", () => {
  const bench = useBench();
  const { serve, start, whippet } = bench;
  const lines = (name: string): Record<string, unknown>[] =>
    readFileSync(join(bench.project, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  function addTask(name: string, files: Record<string, string> = {}): void {
    const task = { language: "javascript", level: 1, edit: ["add.mjs"], tests: ["add.test.mjs"] };
    const testCommand = [process.execPath, "--test", "--test-reporter=tap", "add.test.mjs"];
    const all = {
      "task.json": JSON.stringify({ ...task, testCommand, timeoutSeconds: 20 }),
      "instructions.md": "The function `add` in `add.mjs` is wrong. Fix it.",
      "start/add.mjs": WRONG,
      "tests/add.test.mjs": TEST,
      "solution/add.mjs": RIGHT,
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      const file = join(bench.project, "tasks/own", name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  beforeEach(() => addTask("add"));

  it("measures Whippet through the counting proxy; compare and report work on the outcomes alone", async () => {
    const url = await serve([answer(OTHER), answer(RIGHT)]);
    const shared = ["bench", "own/add", "--suite", "tasks", "--base-url", url, "--attempts", "1"];
    const first = await whippet(...shared, "--out", "a.jsonl", "--without", "repair,attempts");
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("[1/1] own/add seed 1: fail") });
    const second = await whippet(...shared, "--out", "b.jsonl");
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("[1/1] own/add seed 1: pass") });
    expect(lines("a.jsonl")).toMatchObject([
      {
        ...{ task: "own/add", suite: "own", level: 1, seed: 1, result: "fail", steps: 1 },
        setup: { agent: "whippet", model: "fake-coder-1.5b", server: url, protocol: "hidden" },
        tokens: { sent: 100, cached: 90, evaluated: 10, fresh: 100 },
        requests: [{ path: "/v1/chat/completions", status: 200, sent: 100 }],
        score: { passed: 0, ran: 1 },
      },
    ]);
    expect(lines("a.jsonl")[0]?.["setup"]).toMatchObject({
      options: ["--attempts", "1", "--without", "attempts", "--without", "repair"],
    });
    const compared = await whippet("bench", "compare", "a.jsonl", "b.jsonl");
    expect(compared).toMatchObject({ code: 0, stdout: expect.stringMatching(/No difference can be claimed.*\n$/) });
    expect(await whippet("bench", "report", "a.jsonl", "b.jsonl", "-o", "report.html")).toMatchObject({ code: 0 });
    const page = readFileSync(join(bench.project, "report.html"), "utf8");
    expect(page).toContain("own/add");
    expect(page).not.toMatch(/(?:src|href)="https?:/);
  });

  it("shows the agent the tests only with --protocol visible, and then repairs by them", async () => {
    const url = await serve([answer(WRONG), answer(RIGHT)]);
    const run = await whippet("bench", "--suite", "tasks", "--protocol", "visible", "--base-url", url);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("seed 1: pass") });
    expect(lines("bench.jsonl")).toMatchObject([{ steps: 2, stop: { kind: "done" } }]);
  });

  it("names the tasks and the server that are at fault, and goes on; all invalid is exit code 1", async () => {
    addTask("broken", { "task.json": "{" });
    addTask("missing", { "task.json": JSON.stringify({ ...JSON.parse(readTask()), testCommand: ["no-such-runner"] }) });
    addTask("solved", { "start/add.mjs": RIGHT });
    const url = await serve([answer(RIGHT)]);
    const run = await whippet("bench", "--suite", "tasks", "--base-url", url);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("own/add seed 1: pass") });
    for (const text of [
      "own/broken seed 1: invalid: task.json is no JSON",
      "own/missing seed 1: invalid: The test command no-such-runner is not on this machine",
      "own/solved seed 1: invalid: Its start passes the tests already",
    ]) {
      expect(run.stdout).toContain(text);
    }
    const none = await whippet("bench", "own/solved", "--suite", "tasks", "--base-url", url, "--out", "none.jsonl");
    expect(none).toMatchObject({ code: 1 });
    const checked = await whippet("bench", "--suite", "tasks", "--check");
    expect(checked).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("1 solutions pass, 1 starts fail; 3 of 4"),
    });
  });

  const readTask = (): string => readFileSync(join(bench.project, "tasks/own/add/task.json"), "utf8");

  it("calls a run invalid whose server dies in the middle, and does it again when it is back", async () => {
    const server = await startReplayServer({
      ...llamaCppRoutes([]),
      "POST /v1/chat/completions": { ...answer(RIGHT), stallAfterBytes: 200 },
    });
    const shared = ["bench", "--suite", "tasks", "--base-url", server.origin];
    const run = start(shared);
    while (!server.requests.some(({ route }) => route.startsWith("POST"))) await sleep(20);
    await server.close();
    expect(await run.ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("invalid: The model server was lost"),
    });
    expect(await whippet(...shared)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No model server answers"),
    });
  });

  it("keeps what is done on Ctrl-C and goes on with the same command", async () => {
    addTask("more");
    const url = await serve([answer(RIGHT), { ...answer(RIGHT), stallAfterBytes: 200 }, answer(RIGHT)]);
    const shared = ["bench", "--suite", "tasks", "--base-url", url];
    const run = start(shared);
    while (!run.out.stdout.includes("[1/2]") || (bench.server?.requests ?? []).filter(isQuestion).length < 2)
      await sleep(20);
    run.child.kill("SIGINT");
    const ended = await run.ended;
    expect(ended).toMatchObject({
      code: 130,
      stdout: expect.stringContaining("Interrupted: 1 runs are kept in bench.jsonl"),
    });
    const rest = await whippet(...shared);
    expect(rest.stdout).toContain("1 of 2 runs are there already.");
    expect(lines("bench.jsonl").map(({ task, result }) => [task, result])).toEqual([
      ["own/add", "pass"],
      ["own/more", "pass"],
    ]);
  });

  it("measures another agent by its command line, on the same server", async () => {
    const url = await serve([llamaCppReply("I can't.")]);
    const agent = `const [prompt, url] = process.argv.slice(1);
      fetch(url + "/chat/completions", { method: "POST", body: JSON.stringify({ messages: [{ role: "user", content: prompt }] }) })
        .then((answer) => answer.text())`;
    writeFileSync(join(bench.project, "agent.cjs"), agent.replace("slice(1)", "slice(2)"));
    const command = `${process.execPath} ${join(bench.project, "agent.cjs")} {prompt} {baseUrl}`;
    const run = await whippet("bench", "--suite", "tasks", "--base-url", url, "--agent", command);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("seed 1: fail") });
    expect(lines("bench.jsonl")).toMatchObject([
      {
        ...{ result: "fail", steps: 1, setup: { agent: command, program: null }, tokens: { sent: 100, evaluated: 10 } },
        story: [
          { step: 1, role: "user", text: expect.stringContaining("add.mjs") },
          { step: 1, role: "assistant", text: "I can't." },
        ],
      },
    ]);
  });

  it("shows in its help which options go on to Whippet", async () => {
    const { stdout } = await whippet("bench", "--help");
    for (const option of ["--model", "--base-url", "--without", "--max-steps", "--attempts", "--embedded", "--allow"])
      expect(stdout).toMatch(new RegExp(`^  ${option} `, "m"));
    expect(stdout).not.toMatch(/^ {2}(?:--seed|--json|--cwd|-p)\b.* /m);
    expect((await whippet("bench", "compare", "--help")).stdout).not.toContain("--model");
  });

  it("never writes a page over the outcomes, and refuses a file that another bench writes to", async () => {
    const url = await serve([{ ...answer(RIGHT), stallAfterBytes: 200 }, answer(RIGHT)]);
    const shared = ["bench", "--suite", "tasks", "--base-url", url];
    const run = start(shared);
    while (!(bench.server?.requests ?? []).some(isQuestion)) await sleep(20);
    expect(await whippet(...shared)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${run.child.pid}`) });
    run.child.kill("SIGINT");
    await run.ended;
    expect(await whippet(...shared)).toMatchObject({ code: 0 });
    const before = readFileSync(join(bench.project, "bench.jsonl"), "utf8");
    const report = await whippet("bench", "report", "bench.jsonl", "-o", "./bench.jsonl");
    expect(report).toMatchObject({ code: 2, stderr: expect.stringContaining("would overwrite") });
    expect(readFileSync(join(bench.project, "bench.jsonl"), "utf8")).toBe(before);
  });

  it.each([
    [["bench"], "No tasks were named"],
    [["bench", "nowhere"], "No task was found in nowhere"],
    [["bench", "--suite", "tasks", "--without", "nothing-like-it"], 'no feature "nothing-like-it"'],
    [["bench", "--suite", "tasks", "--agent", "pi", "--base-url", "x"], "does not say where the prompt goes"],
    [["bench", "--suite", "tasks", "--agent", "pi {prompt}", "--attempts", "1"], "mean nothing: --attempts 1"],
    [["bench", "--suite", "tasks", "--shard", "3/2"], "i/n"],
    [["bench", "--suite", "tasks", "--base-url", "http://a b"], "is no address"],
    [["bench", "--suite", "tasks", "--shard", "5/5"], "No task is left"],
    [["bench", "--suite", "tasks", "--time-limit", "86401"], "at most 86400"],
    [["bench", "--suite", "tasks", "--proxy-port", "65536"], "at most 65535"],
    [["bench", "--suite", "tasks", "--seed", "3"], "--seeds n"],
    [["bench", "--suite", "tasks", "--json"], "--json means nothing"],
    [["bench", "--suite", "tasks", "--cwd", "tasks"], "--cwd means nothing"],
    [["bench", "compare", "nowhere.jsonl", "nowhere.jsonl"], "can't be used"],
    [["bench", "report", "package.json", "-o", "x.html"], "holds no outcomes"],
    [["bench", "import", "nothing", "."], "no layout that can be imported"],
  ])("refuses %j in one sentence with what to type", async (args, message) => {
    const run = await whippet(...args);
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain("a bug");
    expect(run.code).toBeGreaterThan(0);
  });
});

function isQuestion({ route }: { readonly route: string }): boolean {
  return route.startsWith("POST");
}
