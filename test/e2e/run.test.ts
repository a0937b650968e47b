import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { llamaCppReply } from "../../src/testing/llama-cpp-replies.ts";
import { BROKEN, isBuilt, useBench } from "./program-under-test.ts";

const TASK = "the tests fail: find the bug and fix it";
const FIXED = "export const add = (a, b) => a + b;\n";
const block = (code: string): string => `Here it is:\n\n\`\`\`js\n${code}\`\`\`\n`;
const call = (name: string, args: object): string => `\`\`\`json\n${JSON.stringify({ name, arguments: args })}\n\`\`\``;

describe.runIf(isBuilt)("one task from the command line (needs dist/: npm run build)", () => {
  const bench = useBench();
  const { serve, start, whippet, session } = bench;
  const code = (): string => readFileSync(join(bench.project, "src/add.js"), "utf8");

  it("fixes a bug, prints the answer alone on stdout, and undoes it, also after a later question", async () => {
    const url = await serve([llamaCppReply(block(FIXED)), llamaCppReply("It adds.")]);
    const run = await whippet("-p", TASK, "--base-url", url);
    expect(run.stderr).toContain("tests (npm test): 0 pass, 1 fail → 1 pass");
    expect(run).toMatchObject({ code: 0, stdout: "Here it is:\n" });
    expect(code()).toBe(FIXED);
    expect(await whippet("-p", "what does this do?", "--base-url", url)).toMatchObject({ code: 0 });
    const undo = await whippet("undo");
    expect(undo).toMatchObject({ code: 0, stdout: "put back src/add.js\n" });
    expect(code()).toBe(BROKEN);
    expect(await whippet("undo")).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing to undo") });
  });

  it("does not undo over what a person changed since", async () => {
    const url = await serve([llamaCppReply(block(FIXED))]);
    await whippet("-p", TASK, "--base-url", url);
    writeFileSync(join(bench.project, "src/add.js"), "mine");
    expect(await whippet("undo")).toMatchObject({ code: 1, stdout: expect.stringContaining("changed after the run") });
    expect(code()).toBe("mine");
  });

  it("fails with exit code 1 and the files as they were when no attempt passes", async () => {
    const url = await serve([llamaCppReply(block("export const add = (a, b) => a * b;\n"))]);
    const run = await whippet("-p", TASK, "--base-url", url, "--attempts", "2");
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("npm test still fails") });
    expect(code()).toBe(BROKEN);
  });

  it("prints one JSON object a line, the outcome last", async () => {
    const url = await serve([llamaCppReply("It adds.")]);
    const run = await whippet("-p", "explain this", "--json", "--base-url", url);
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
  });

  it("attaches what is piped in without taking it for the person's words", async () => {
    const url = await serve([llamaCppReply("I see a diff.")]);
    const input = "the tests fail: create other.js";
    expect(await start(["-p", "review this", "--base-url", url], { input }).ended).toMatchObject({ code: 0 });
    expect(session().entries[0]).toMatchObject({
      type: "message",
      message: { text: "review this", attachment: `Standard input:\n\`\`\`\n${input}\n\`\`\`` },
    });
    const asked = JSON.parse(bench.server?.requests.at(-1)?.body ?? "{}").messages.at(-1).content;
    expect(asked).toContain(`review this\n\nStandard input:\n\`\`\`\n${input}`);
    expect(asked).not.toContain("does not exist yet");
  });

  it("reads only the beginning of an input without end", async () => {
    const url = await serve([llamaCppReply("Yes.")]);
    const run = start(["-p", "what is this?", "--base-url", url], { sh: 'yes | "$@"' });
    expect(await run.ended).toMatchObject({ code: 0, stdout: "Yes.\n" });
    expect(bench.server?.requests.at(-1)?.body).toContain("[cut: only the first 8000 characters");
  });

  it("runs allowed commands, refuses others, and leaves the log complete", async () => {
    const replies = [llamaCppReply(call("bash", { command: "touch made" })), llamaCppReply("I could not.")];
    const run = await whippet("-p", "what is here?", "--base-url", await serve(replies));
    expect(existsSync(join(bench.project, "made"))).toBe(false);
    expect(run.stderr).toContain("not allowed here");
    const types = session().entries.map((entry) => entry.type);
    expect(types).toEqual(["message", "notes", "reply", "result", "reply", "outcome"]);
    await whippet("-p", "what is here?", "--base-url", await serve(replies), "--allow", "touch made");
    expect(existsSync(join(bench.project, "made"))).toBe(true);
  });

  it("ends with 3 and says how when the request does not fit the window", async () => {
    const url = await serve([llamaCppReply("never")], { window: 600 });
    const run = await whippet("-p", "explain this project to me", "--base-url", url);
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/only \d+ of the window's 600[\s\S]*-c 16384/),
    });
  });

  it("prints nothing of a server's or model's control sequences", async () => {
    const evil = "\x1b]0;owned\x07\x1b[2J\x9b31mevil";
    const replies = [llamaCppReply(call("bash", { command: `echo ${evil}` })), llamaCppReply("Done.")];
    const url = await serve(replies, { model: evil });
    const run = await whippet("-p", "what is here?", "--base-url", url, "--yolo");
    expect(run.stderr).toContain("evil on llama.cpp");
    expect(run.stderr).toContain("→ bash echo evil");
    const failed = await whippet("-p", "what is here?", "--base-url", url, "--model", "none");
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining("evil") });
    const doctor = await whippet("doctor", "--base-url", url);
    expect(doctor.stdout).toMatch(/^model +evil/m);
    const all = run.stderr + run.stdout + failed.stderr + doctor.stderr + doctor.stdout;
    expect(all).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it.each([
    ["an unknown option", ["--nope"], 2, /unknown option/],
    ["a bad number", ["-p", "x", "--max-steps", "many"], 2, /whole number/],
    ["nobody at the URL", ["-p", "x", "--base-url", "http://127.0.0.1:9"], 1, /127\.0\.0\.1:9[\s\S]*\n {2}\S/],
    ["an unknown model", ["-p", "x", "--embedded", "--model", "qwen9"], 2, /qwen9[\s\S]*qwen2\.5-coder/],
    [
      "no model and no download",
      ["-p", "x", "--embedded", "--no-download", "--model", "0.5b"],
      1,
      /whippet models get/,
    ],
    ["a folder that is not there", ["-p", "x", "--cwd", "/no/such/folder"], 2, /no\/such\/folder/],
  ] as const)("answers %s with a sentence and the next command", async (_what, args, exitCode, words) => {
    const run = await whippet(...args);
    expect(run.stderr).toMatch(words);
    expect(run.stderr).not.toMatch(/ {4}at /);
    expect(run.code).toBe(exitCode);
  });

  it("says in two lines what to type when there is nothing to do", async () => {
    const hint =
      'Say what to do:  whippet -p "the tests fail: find the bug and fix it"\nAll options:     whippet --help\n';
    expect(await whippet()).toEqual({ code: 2, stdout: "", stderr: hint });
    const empty = await whippet("-p", " ", "--base-url", "http://127.0.0.1:9");
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringMatching(/empty\.\n {2}Say what to do: whippet -p/) });
  });

  it("lists the features in its help, and refuses to leave out another before it does anything", async () => {
    const help = await whippet("--help");
    expect(help.code).toBe(0);
    expect(help.stdout.replace(/\s+/g, " ")).toMatch(/--without <feature> leave a feature out .*step-limit, .*repair/);
    const url = await serve([llamaCppReply("never")]);
    const run = await whippet("-p", "x", "--base-url", url, "--without", "step-limit, magic");
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no feature "magic"[\s\S]*Features: .*step-limit/),
    });
    expect(bench.server?.requests).toEqual([]);
    expect(existsSync(join(bench.home, "state"))).toBe(false);
  });

  it("refuses the home folder unless it is named, by whatever path it is entered", async () => {
    const alias = join(bench.home, "alias");
    mkdirSync(join(bench.home, "me"));
    symlinkSync(join(bench.home, "me"), alias);
    const places = [
      { home: alias, cwd: join(bench.home, "me") },
      { home: join(bench.home, "me"), cwd: alias },
    ];
    for (const place of places) {
      const run = await start(["-p", "x", "--base-url", "http://127.0.0.1:9"], place).ended;
      expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("--cwd") });
    }
  });

  it("fails, touching nothing, where the state folder can't be made", async () => {
    writeFileSync(join(bench.home, "state"), "");
    const url = await serve([llamaCppReply(block(FIXED))]);
    const run = await whippet("-p", TASK, "--base-url", url, "--json");
    expect(run.stderr).toMatch(/can't keep its session in .*state.*\n {2}.*XDG_STATE_HOME=/);
    expect(run.stderr).not.toContain("a bug");
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ type: "outcome", kind: "failed", exitCode: 1 });
    expect(bench.server?.requests).toEqual([]);
    expect(code()).toBe(BROKEN);
  });
});
