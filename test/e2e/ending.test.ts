import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { llamaCppReply } from "../../src/testing/llama-cpp-replies.ts";
import { isBuilt, useBench } from "./program-under-test.ts";

const call = (name: string, args: object): string => `\`\`\`json\n${JSON.stringify({ name, arguments: args })}\n\`\`\``;
const SILENT = { "GET /v1/models": { stallAfterBytes: 0 } };
const STOPPED = /Stopped; .*\n {2}Start again/;

describe.runIf(isBuilt)("a program that is ended from outside (needs dist/: npm run build)", () => {
  const bench = useBench();
  const { serve, start, session } = bench;
  const lastLine = (text: string) => JSON.parse(text.trim().split("\n").at(-1) ?? "");
  const isAsked = (): Promise<void> =>
    vi.waitFor(() => expect(bench.server?.requests.length).toBeGreaterThan(0), 10_000);

  it("ends on Ctrl-C with 130 and a complete log; what the server sends no longer matters", async () => {
    const reply = llamaCppReply("It adds two numbers. ".repeat(20));
    const url = await serve([{ ...reply, stallAfterBytes: 900 }]);
    const run = start(["-p", "explain add.js", "--base-url", url, "--json"]);
    await vi.waitFor(() => expect(run.out.stdout).toContain("text-delta"), 10_000);
    run.child.kill("SIGINT");
    const { code, stdout } = await run.ended;
    expect(code).toBe(130);
    expect(lastLine(stdout)).toMatchObject({ type: "outcome", kind: "aborted", exitCode: 130 });
    expect(session().entries.at(-1)).toMatchObject({ type: "outcome", outcome: { kind: "aborted" } });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("tells what %s stopped while standard input was awaited", async (signal, exitCode) => {
    const run = start(["-p", "x", "--json", "--base-url", "http://127.0.0.1:9"], { input: null });
    await vi.waitFor(() => expect(run.out.stderr).toContain("reading standard input"), 10_000);
    run.child.kill(signal);
    const { code, stdout, stderr } = await run.ended;
    expect(stderr).toMatch(STOPPED);
    expect(code).toBe(exitCode);
    expect(lastLine(stdout)).toMatchObject({ type: "outcome", kind: "aborted", exitCode, steps: 0 });
  });

  it.each([
    ["a task", ["-p", "x"]],
    ["doctor", ["doctor"]],
  ])("tells what Ctrl-C stopped while %s waited for a server", async (_, args) => {
    const run = start([...args, "--base-url", await serve([], {}, SILENT)]);
    await isAsked();
    run.child.kill("SIGINT");
    expect(await run.ended).toMatchObject({ code: 130, stdout: "", stderr: expect.stringMatching(STOPPED) });
  });

  it("tells what Ctrl-C stopped while doctor tried a call", async () => {
    const run = start(["doctor", "--base-url", await serve([{ stallAfterBytes: 0 }])]);
    const isTried = () => expect(bench.server?.requests.at(-1)?.route).toContain("POST /v1/chat");
    await vi.waitFor(isTried, 10_000);
    run.child.kill("SIGINT");
    expect(await run.ended).toMatchObject({ code: 130, stdout: "", stderr: expect.stringMatching(STOPPED) });
  });

  it.each(["stdout", "stderr"] as const)("closes the run when nobody reads its %s any more", async (output) => {
    const reply = llamaCppReply("It adds two numbers. ".repeat(60));
    const url = await serve([{ ...reply, cutEvery: 600, delayMs: 10 }]);
    const run = start(["-p", "explain add.js", "--base-url", url, "--json"]);
    await vi.waitFor(() => expect(run.out.stdout).toContain("text-delta"), 10_000);
    run.child[output]?.destroy();
    const { code, stderr } = await run.ended;
    expect(code).toBe(141);
    expect(stderr).not.toMatch(/ {4}at |a bug/);
    const last = session().entries.at(-1);
    expect(last?.type).toBe("outcome");
    // To stderr nothing is written until the reply has ended.
    if (output === "stdout") expect(last).toMatchObject({ outcome: { kind: "aborted" } });
  });

  it.runIf(existsSync("/dev/full"))("tells that its output can't be written", async () => {
    const { code, stderr } = await start(["models"], { sh: '"$@" >/dev/full' }).ended;
    expect(stderr).toMatch(/^whippet: standard output can't be written \(ENOSPC\)\.\n {2}\S.*\n$/);
    expect(code).toBe(1);
  });

  it.runIf(existsSync("/proc/self/cmdline"))(
    "leaves nothing alive and a log that opens after kill -9 in a running command",
    async () => {
      const command = "sleep 7351 & sleep 7352";
      const url = await serve([llamaCppReply(call("bash", { command }))]);
      const run = start(["-p", "what is here?", "--base-url", url, "--yolo"]);
      await vi.waitFor(() => expect(processesWith("sleep 7352").length).toBeGreaterThan(0), 10_000);
      run.child.kill("SIGKILL");
      await run.ended;
      const alive = () => [...processesWith("sleep 7351"), ...processesWith("sleep 7352")];
      await vi.waitFor(() => expect(alive()).toEqual([]), 2_000);
      const types = session().entries.map((entry) => entry.type);
      expect(types).toEqual(["message", "notes", "reply"]);
    },
  );
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
