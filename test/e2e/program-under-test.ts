import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { loadEnvironment } from "../../src/config/load.ts";
import { openSession, type Session } from "../../src/sessions/session-store.ts";
import { llamaCppRoutes } from "../../src/testing/llama-cpp-replies.ts";
import { type ReplayServer, type Routes, startReplayServer } from "../../src/testing/replay-server.ts";

/** The bundled program. */
export const program = join(import.meta.dirname, "../../dist/whippet.js");
export const isBuilt = existsSync(program);

export const BROKEN = "export const add = (a, b) => a - b;\n";
const TEST =
  'import { test } from "node:test";\nimport assert from "node:assert";\nimport { add } from "../src/add.js";\ntest("adds", () => assert.equal(add(1, 1), 2));\n';

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** A program that runs; `out` grows. */
export type Started = {
  readonly child: ChildProcess;
  readonly out: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
};

/** For each test a home folder with a small project in it whose test fails, and a server when one is asked for. */
export type Bench = {
  readonly home: string;
  readonly project: string;
  readonly server: ReplayServer | undefined;
  /** Starts a llama.cpp server with these replies, and further routes; answers with its address. */
  serve(
    replies: Parameters<typeof llamaCppRoutes>[0],
    options?: Parameters<typeof llamaCppRoutes>[1],
    routes?: Routes,
  ): Promise<string>;
  /** Starts the program, or a shell script with the program's command line as `"$@"`. `input: null` leaves its standard input open. */
  start(
    args: readonly string[],
    options?: { input?: string | null; cwd?: string; home?: string; sh?: string },
  ): Started;
  /** Runs the program to its end, with nothing on its standard input. */
  whippet(...args: string[]): Promise<Ended>;
  /** The newest session. */
  session(): Session;
};

/** Sets up and takes down what each test of the file needs. */
export function useBench(): Bench {
  let home = "";
  let server: ReplayServer | undefined;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "whippet-e2e-"));
    const project = join(home, "shop");
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
  const start: Bench["start"] = (args, options = {}) => {
    const own = {
      HOME: options.home ?? home,
      XDG_CACHE_HOME: join(home, "cache"),
      XDG_STATE_HOME: join(home, "state"),
    };
    const command = [process.execPath, program, ...args];
    const [file = "", ...rest] = options.sh === undefined ? command : ["sh", "-c", options.sh, "sh", ...command];
    const child = spawn(file, rest, {
      cwd: options.cwd ?? join(home, "shop"),
      env: { ...loadEnvironment().variables, ...own },
    });
    if (options.input !== null) child.stdin.end(options.input ?? "");
    const out = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => (out[name] += text));
    const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...out })));
    return { child, out, ended };
  };
  return {
    get home() {
      return home;
    },
    get project() {
      return join(home, "shop");
    },
    get server() {
      return server;
    },
    async serve(replies, options = {}, routes = {}) {
      await server?.close();
      server = await startReplayServer({ ...llamaCppRoutes(replies, options), ...routes });
      return server.origin;
    },
    start,
    whippet: (...args) => start(args).ended,
    session() {
      const parent = join(home, "state/whippet/sessions", readdirSync(join(home, "state/whippet/sessions"))[0] ?? "");
      const names = readdirSync(parent).filter((entry) => !entry.startsWith("lock"));
      return openSession(join(parent, names.sort().at(-1) ?? ""));
    },
  };
}
