import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { createShell, type Shell } from "./shell.ts";

let root: string;
let outDir: string;
let shell: Shell;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
  outDir = join(root, "..", `${root.split("/").at(-1)}-out`);
  shell = createShell({ root, outDir, variables: { ...loadEnvironment().variables, FORCE_COLOR: "1" } });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await shell.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(outDir, { recursive: true, force: true });
});

type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly state: string;
  readonly args: string;
};

/** All processes: from `/proc` where there is one (small images have no `ps`). */
function processes(): Process[] {
  if (existsSync("/proc/self/stat"))
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(fromProc);
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,pgid=,stat=,args="], { encoding: "utf8" }).trim().split("\n");
  return table.map((line) => {
    const [pid, parent, group, state = "", ...args] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), group: Number(group), state, args: args.join(" ") };
  });
}

function fromProc(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), state, args }];
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return [];
  }
}

/** Processes that live in a group, those already dead but not yet collected left aside. */
function living(group: number): Process[] {
  return processes().filter((one) => one.group === group && !one.state.startsWith("Z"));
}

function groupOf(pid: number): number {
  return processes().find((one) => one.pid === pid)?.group ?? Number.NaN;
}

function watchdogsOf(parent: number | undefined): Process[] {
  return processes().filter((one) => one.args.includes("whippet-watchdog") && one.parent === parent);
}

async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await new Promise((done) => setTimeout(done, 25))) {
    if (condition()) return true;
  }
  return condition();
}

test("output of both streams in order, exit code, whole output in a private file", async () => {
  const result = await shell.run("echo one; echo two >&2; echo three; exit 3");
  expect(result).toMatchObject({ exitCode: 3, signal: null, output: "one\ntwo\nthree\n", stillRunning: false });
  expect(result.stopped).toBeUndefined();
  expect(readFileSync(result.outputFile ?? "", "utf8")).toBe("one\ntwo\nthree\n");
  expect(statSync(result.outputFile ?? "").mode & 0o777).toBe(0o600);
});

test("the command is an argument: quotes, $, newlines, leading dashes and options reach the shell unchanged", async () => {
  const odd = `printf '%s|' "a'b" '$HOME' \\"; printf '%s' -n\nprintf ' two'`;
  expect((await shell.run(odd)).output).toBe(`a'b|$HOME|"|-n two`);
  expect((await shell.run("-x")).exitCode).toBe(127);
  expect((await shell.run('echo "$0 $# $1 $2"')).output).not.toContain("echo");
});

test("nobody is there to answer: no input, no terminal, no editor, no pager, no colours", async () => {
  const result = await shell.run(
    'cat; tty; echo "$GIT_EDITOR $PAGER $TERM"; env | grep FORCE_COLOR; : > /dev/tty || echo no-tty',
  );
  expect(result.output).toContain("not a tty\ntrue cat dumb\n");
  expect(result.output).toContain("no-tty");
  expect(result.output).not.toContain("FORCE_COLOR=");
  expect(result.durationMs).toBeLessThan(5_000);
});

test("a script may write to /dev/stdout and /dev/stderr", async () => {
  expect((await shell.run("echo a > /dev/stdout; echo b > /dev/stderr")).output).toBe("a\nb\n");
});

test("descriptor 3, the gate, is closed for the command", async () => {
  expect((await shell.run("{ echo leak >&3; } 2>/dev/null || echo closed")).output).toBe("closed\n");
});

test("returns when the shell ends although a child keeps the pipe; the child lives on and is named", async () => {
  const result = await shell.run("sleep 300 & echo $!");
  expect(result.durationMs).toBeLessThan(3_000);
  expect(result).toMatchObject({ exitCode: 0, stillRunning: true });
  const pid = Number(result.output);
  expect(living(groupOf(pid))).toHaveLength(1);
});

test("a child that goes on writing does not die of a closed pipe, and its output goes on into the file", async () => {
  const result = await shell.run(
    "(for i in 1 2 3 4 5 6 7 8; do sleep 0.1; echo tick $i; done; echo survived > done.txt) & echo started",
  );
  expect(await until(() => existsSync(join(root, "done.txt")), 5_000)).toBe(true);
  expect(await until(() => readFileSync(result.outputFile ?? "", "utf8").includes("tick 8"), 2_000)).toBe(true);
});

test("close ends what was left in the background, TERM first", async () => {
  const result = await shell.run(
    "(trap 'echo bye > bye.txt; exit' TERM; echo ready; while :; do sleep 0.05; done) & echo $!",
  );
  expect(await until(() => readFileSync(result.outputFile ?? "", "utf8").includes("ready"), 5_000)).toBe(true);
  const group = groupOf(Number(/\d+/.exec(result.output)?.[0]));
  await shell.close();
  expect(readFileSync(join(root, "bye.txt"), "utf8")).toBe("bye\n");
  expect(living(group)).toEqual([]);
});

test("close kills what ignores TERM", async () => {
  const result = await shell.run("(trap '' TERM; echo ready; while :; do sleep 0.05; done) & echo $!");
  expect(await until(() => readFileSync(result.outputFile ?? "", "utf8").includes("ready"), 5_000)).toBe(true);
  const group = groupOf(Number(/\d+/.exec(result.output)?.[0]));
  await shell.close();
  expect(await until(() => living(group).length === 0, 1_000)).toBe(true);
});

test("close kills what ignores TERM also when somebody killed the watchdog", async () => {
  const result = await shell.run("(trap '' TERM; echo ready; while :; do sleep 0.05; done) & echo $!");
  expect(await until(() => readFileSync(result.outputFile ?? "", "utf8").includes("ready"), 5_000)).toBe(true);
  const group = groupOf(Number(/\d+/.exec(result.output)?.[0]));
  for (const { pid } of watchdogsOf(process.pid)) process.kill(pid, "SIGKILL");
  await shell.close();
  expect(await until(() => living(group).length === 0, 1_000)).toBe(true);
});

test("a timeout ends the whole group and keeps the output so far", async () => {
  const result = await shell.run("echo before; sleep 300 & sleep 300", { timeoutMs: 600 });
  expect(result).toMatchObject({ stopped: "timeout", exitCode: null, output: "before\n", stillRunning: false });
  expect(result.durationMs).toBeLessThan(5_500);
});

test("what ignores TERM is killed after four seconds", async () => {
  const result = await shell.run("trap '' TERM; echo $$; while :; do sleep 0.1; done", { timeoutMs: 200 });
  expect(result.signal).toBe("SIGKILL");
  expect(result.durationMs).toBeGreaterThan(4_000);
  expect(living(Number(result.output))).toEqual([]);
}, 15_000);

test("an abort stops the command; one that came before never lets it go on", async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 200);
  expect(await shell.run("sleep 300", { signal: abort.signal })).toMatchObject({ stopped: "aborted" });
  const early = await shell.run("sleep 1; echo ran > ran.txt", { signal: AbortSignal.abort() });
  expect(early.stopped).toBe("aborted");
  expect(existsSync(join(root, "ran.txt"))).toBe(false);
});

test("a flood is stopped; head and tail are kept, the file is bounded", async () => {
  const result = await shell.run("echo start; yes 'a line of a flood'");
  expect(result.stopped).toBe("flood");
  expect(result.output.startsWith("start\na line of a flood\n")).toBe(true);
  expect(result.output).toMatch(/\[… \d+ bytes …\]/);
  expect(result.output.length).toBeLessThan(600_000);
  expect(statSync(result.outputFile ?? "").size).toBeLessThan(70_000_000);
}, 30_000);

test("multi-byte characters survive whatever way the output is cut", async () => {
  const pieces: string[] = [];
  const script = "for i in 1 2 3; do printf '\\xe6'; sleep 0.05; printf '\\xbc\\xa2'; sleep 0.05; done";
  const { output } = await shell.run(script, { onOutput: (text) => pieces.push(text) });
  expect(output).toBe("漢漢漢");
  expect(pieces.join("")).toBe("漢漢漢");
});

test("a command that is too long for the system, or a folder that is gone, is told like a failed command", async () => {
  expect(await shell.run(`: ${"x".repeat(3_000_000)}`)).toMatchObject({ exitCode: 126, outputFile: null });
  rmSync(root, { recursive: true });
  expect((await shell.run("echo x")).output).toContain("cannot start");
});

test.each([
  ["exits with an error", "#!/bin/sh\necho no pipes on this disk >&2\nexit 1\n", "no pipes on this disk"],
  ["makes no pipe", "#!/bin/sh\n", "ENOENT"],
  ["is not there", null, "mkfifo ENOENT"],
])("no pipe for the output is told like a failed command: mkfifo %s", async (_, script, said) => {
  const programs = join(root, "programs");
  mkdirSync(programs);
  if (script !== null) writeFileSync(join(programs, "mkfifo"), script);
  if (script !== null) chmodSync(join(programs, "mkfifo"), 0o755);
  vi.stubEnv("PATH", programs);
  const result = await shell.run("echo x");
  expect(result).toMatchObject({ exitCode: 126, stillRunning: false, outputFile: null });
  expect(result.output).toContain("cannot start: ");
  expect(result.output).toContain(said);
});

test("no folder for temporary files is told like a failed command", async () => {
  vi.stubEnv("TMPDIR", join(root, "gone"));
  expect(await shell.run("echo x")).toMatchObject({ exitCode: 126, output: expect.stringContaining("ENOENT") });
});

test("an output folder that can't be written costs the file, not the command", async () => {
  writeFileSync(outDir, "a file stands here");
  expect(await shell.run("echo x")).toMatchObject({ exitCode: 0, output: "x\n", outputFile: null });
});

test("further variables are set for one command only", async () => {
  expect((await shell.run('echo "$CI"', { variables: { CI: "1" } })).output).toBe("1\n");
});

describe("when this program is killed", () => {
  async function startHost(script: string) {
    const bundle = join(root, "host.mjs");
    await build({
      stdin: { contents: script, resolveDir: import.meta.dirname, loader: "ts" },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: bundle,
      logLevel: "error",
    });
    const host = spawn(process.execPath, [bundle], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    return { host, group: Number(String(line)) };
  }
  const source = (command: string): string => `
    import { createShell } from "./shell.ts";
    const shell = createShell({ root: ${JSON.stringify(root)}, outDir: ${JSON.stringify(outDir)}, variables: ${JSON.stringify(loadEnvironment().variables)} });
    void shell.run(${JSON.stringify(command)}, { onOutput: (text) => process.stdout.write(text) });
  `;

  test("kill -9 leaves no process of the command's group, also none that ignores signals, nor the watchdog", async () => {
    const { host, group } = await startHost(
      source("trap '' TERM HUP; echo $$; sleep 300 & (trap '' TERM HUP; sleep 301)"),
    );
    expect(await until(() => living(group).length >= 3, 2_000)).toBe(true);
    const [watchdog] = watchdogsOf(host.pid);
    expect(watchdog).toBeDefined();
    process.kill(host.pid as number, "SIGKILL");
    expect(await until(() => living(group).length === 0, 2_000)).toBe(true);
    expect(
      await until(() => !processes().some((one) => one.pid === watchdog?.pid && !one.state.startsWith("Z")), 2_000),
    ).toBe(true);
  });

  test("the watchdog survives what a terminal sends to everybody", async () => {
    const { host, group } = await startHost(source("trap '' INT TERM HUP; echo $$; sleep 300"));
    const [watchdog, ...others] = watchdogsOf(host.pid);
    if (!watchdog) throw new Error("no watchdog");
    expect(others).toEqual([]);
    for (const signal of ["SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"] as const) process.kill(watchdog.pid, signal);
    process.kill(host.pid as number, "SIGKILL");
    expect(await until(() => living(group).length === 0, 2_000)).toBe(true);
  });

  test("neither an idle shell nor what a command left running keeps the program alive", async () => {
    const script = `${source("sleep 300 & echo $$")}; setTimeout(() => undefined, 300);`;
    const { host, group } = await startHost(script);
    const [code] = (await once(host, "exit")) as [number];
    expect(code).toBe(0);
    expect(await until(() => living(group).length === 0, 2_000)).toBe(true);
  });
});

test("a watchdog that somebody killed is replaced", async () => {
  await shell.run("true");
  for (const { pid } of watchdogsOf(process.pid)) process.kill(pid, "SIGKILL");
  await new Promise((done) => setTimeout(done, 100));
  expect(await shell.run("echo alive")).toMatchObject({ exitCode: 0, output: "alive\n" });
});
