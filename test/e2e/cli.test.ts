import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadEnvironment } from "../../src/config/load.ts";
import { openSession } from "../../src/sessions/session-store.ts";
import { llamaCppReply, llamaCppRoutes } from "../../src/testing/llama-cpp-replies.ts";
import { type ReplayServer, type Routes, startReplayServer } from "../../src/testing/replay-server.ts";

const program = join(import.meta.dirname, "../../dist/whippet.js");
const TASK = "the tests fail: find the bug and fix it";
const BROKEN = "export const add = (a, b) => a - b;\n";
const FIXED = "export const add = (a, b) => a + b;\n";
const TEST =
  'import { test } from "node:test";\nimport assert from "node:assert";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 1), 2));\n';
const block = (code: string): string => `Here it is:\n\n\`\`\`js\n${code}\`\`\`\n`;
const call = (name: string, args: object): string => `\`\`\`json\n${JSON.stringify({ name, arguments: args })}\n\`\`\``;

describe.runIf(existsSync(program))("the command line (needs dist/: npm run build)", () => {
  let home: string;
  let project: string;
  let server: ReplayServer | undefined;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "whippet-e2e-"));
    project = join(home, "shop");
    mkdirSync(join(project, "src"), { recursive: true });
    mkdirSync(join(project, "test"));
    writeFileSync(join(project, "package.json"), '{"type": "module", "scripts": {"test": "node --test"}}');
    writeFileSync(join(project, "src/add.js"), BROKEN);
    writeFileSync(join(project, "test/add.test.js"), TEST);
  });

  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(home, { recursive: true, force: true });
  });

  const serve = async (replies: Parameters<typeof llamaCppRoutes>[0], options = {}): Promise<string> => {
    server = await startReplayServer(llamaCppRoutes(replies, options) as Routes);
    return server.origin;
  };

  const start = (args: readonly string[], input = "") => {
    const own = {
      HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      XDG_STATE_HOME: join(home, "state"),
      XDG_CONFIG_HOME: home,
    };
    const child = spawn(process.execPath, [program, ...args], {
      cwd: project,
      env: { ...loadEnvironment().variables, ...own },
    });
    child.stdin.end(input);
    const out = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => (out[name] += text));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
      child.on("close", (code) => resolve({ code, ...out })),
    );
    return { child, ended, out };
  };
  const whippet = (...args: string[]) => start(args).ended;
  const session = () => {
    const parent = join(home, "state/whippet/sessions", readdirSync(join(home, "state/whippet/sessions"))[0] ?? "");
    const name = readdirSync(parent)
      .filter((entry) => entry !== "lock")
      .sort()
      .at(-1);
    return openSession(join(parent, name ?? ""));
  };

  it("fixes a bug, prints the answer alone on stdout, and undoes it", async () => {
    const url = await serve([llamaCppReply(block(FIXED))]);
    const run = await whippet("-p", TASK, "--base-url", url);
    expect(run.stderr).toContain("tests (npm test): 0 pass, 1 fail → 1 pass");
    expect(run).toMatchObject({ code: 0, stdout: "Here it is:\n" });
    expect(readFileSync(join(project, "src/add.js"), "utf8")).toBe(FIXED);
    const undo = await whippet("undo");
    expect(undo).toMatchObject({ code: 0, stdout: "put back src/add.js\n" });
    expect(readFileSync(join(project, "src/add.js"), "utf8")).toBe(BROKEN);
    expect(await whippet("undo")).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing to undo") });
  });

  it("does not undo over what a person changed since", async () => {
    const url = await serve([llamaCppReply(block(FIXED))]);
    await whippet("-p", TASK, "--base-url", url);
    writeFileSync(join(project, "src/add.js"), "mine");
    expect(await whippet("undo")).toMatchObject({ code: 1, stdout: expect.stringContaining("changed after the run") });
    expect(readFileSync(join(project, "src/add.js"), "utf8")).toBe("mine");
  });

  it("fails with exit code 1 and the files as they were when no attempt passes", async () => {
    const url = await serve([llamaCppReply(block("export const add = (a, b) => a * b;\n"))]);
    const run = await whippet("-p", TASK, "--base-url", url, "--attempts", "2");
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("npm test still fails") });
    expect(readFileSync(join(project, "src/add.js"), "utf8")).toBe(BROKEN);
  });

  it("prints one JSON object a line, the outcome last, and attaches what is piped in", async () => {
    const url = await serve([llamaCppReply("It adds.")]);
    const run = await start(["-p", "explain this", "--json", "--base-url", url], "a piped diff").ended;
    const events = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({
      type: "outcome",
      kind: "done",
      exitCode: 0,
      answer: "It adds.",
      filesChanged: [],
      steps: 1,
    });
    expect(events.at(-1).tokens).toEqual({ sent: 100, cached: 90, evaluated: 10, generated: 2 });
    expect(server?.requests.at(-1)?.body).toContain("a piped diff");
  });

  it("runs allowed commands, refuses others, and leaves the log complete", async () => {
    const url = await serve([llamaCppReply(call("bash", { command: "touch made" })), llamaCppReply("I could not.")]);
    const run = await whippet("-p", "what is here?", "--base-url", url);
    expect(existsSync(join(project, "made"))).toBe(false);
    expect(run.stderr).toContain("not allowed here");
    expect(session().entries.map((entry) => entry.type)).toEqual([
      "message",
      "notes",
      "reply",
      "result",
      "reply",
      "outcome",
    ]);
    await server?.close();
    const again = await serve([llamaCppReply(call("bash", { command: "touch made" })), llamaCppReply("Done.")]);
    await whippet("-p", "what is here?", "--base-url", again, "--allow", "touch made");
    expect(existsSync(join(project, "made"))).toBe(true);
  });

  it("ends with 3 and says how when the request does not fit the window", async () => {
    const url = await serve([llamaCppReply("never")], { window: 600 });
    const run = await whippet("-p", "explain this project to me", "--base-url", url);
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/only \d+ of the window's 600[\s\S]*-c 16384/),
    });
  });

  it.each([
    ["nothing to do", [], 2, /whippet -p/],
    ["an unknown option", ["--nope"], 2, /unknown option/],
    ["a bad number", ["-p", "x", "--max-steps", "many"], 2, /whole number/],
    ["nobody at the URL", ["-p", "x", "--base-url", "http://127.0.0.1:9"], 1, /127\.0\.0\.1:9[\s\S]*\n {2}\S/],
    ["an unknown model", ["-p", "x", "--model", "qwen9"], 2, /qwen9[\s\S]*qwen2\.5-coder/],
    ["an unknown feature", ["-p", "x", "--base-url", "http://127.0.0.1:9", "--without", "magic"], 1, /127/],
    ["no model and no download", ["-p", "x", "--no-download"], 1, /whippet models get/],
    ["a folder that is not there", ["-p", "x", "--cwd", "/no/such/folder"], 2, /no\/such\/folder/],
  ] as const)("answers %s with a sentence and the next command", async (_what, args, code, words) => {
    const run = await whippet(...args);
    expect(run.stderr).toMatch(words);
    expect(run.stderr).not.toMatch(/ {4}at /);
    expect(run.code).toBe(code);
  });

  it("refuses the home folder unless it is named", async () => {
    project = home;
    expect(await whippet("-p", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("--cwd") });
  });

  it("ends on Ctrl-C with 130 and a complete log; what the server sends no longer matters", async () => {
    const reply = llamaCppReply("It adds two numbers. ".repeat(20));
    const url = await serve([{ ...reply, stallAfterBytes: 900 }]);
    const run = start(["-p", "explain add.js", "--base-url", url, "--json"]);
    await vi.waitFor(() => expect(run.out.stdout).toContain("text-delta"), 10_000);
    run.child.kill("SIGINT");
    expect((await run.ended).code).toBe(130);
    expect(session().entries.at(-1)).toMatchObject({ type: "outcome", outcome: { kind: "aborted" } });
  });

  it("leaves nothing alive and a log that opens after kill -9 in a running command", async () => {
    const command = "sleep 7351 & sleep 7352";
    const url = await serve([llamaCppReply(call("bash", { command }))]);
    const run = start(["-p", "what is here?", "--base-url", url, "--yolo"]);
    await vi.waitFor(() => expect(processesWith("sleep 7352").length).toBeGreaterThan(0), 10_000);
    run.child.kill("SIGKILL");
    await run.ended;
    await vi.waitFor(() => expect([...processesWith("sleep 7351"), ...processesWith("sleep 7352")]).toEqual([]), 2_000);
    const types = session().entries.map((entry) => entry.type);
    expect(types).toEqual(["message", "notes", "reply"]);
  });

  it("fails, touching nothing more, when the state folder can't be written", async () => {
    if (process.getuid?.() === 0) return;
    mkdirSync(join(home, "state"));
    chmodSync(join(home, "state"), 0o500);
    const url = await serve([llamaCppReply(block(FIXED))]);
    expect((await whippet("-p", TASK, "--base-url", url)).code).toBe(1);
    expect(readFileSync(join(project, "src/add.js"), "utf8")).toBe(BROKEN);
  });
});

/** Ids of living processes (zombies aside) whose command line holds the words. */
function processesWith(words: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      return line.startsWith(words) && state !== "Z" ? [Number(name)] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}
