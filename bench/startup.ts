// npm run bench:startup: how fast Whippet starts, against an empty Node program, and how much memory it takes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadEnvironment } from "../src/config/load.ts";
import { type FakeLlamaServer, startFakeLlamaServer } from "./fake-llama-server.ts";
import { treeMemoryMb } from "./process-memory.ts";
import { judgeStartup, median } from "./startup-goals.ts";

const ROUNDS = 15;
const MEMORY_ROUNDS = 3;
const MEMORY_SAMPLE_MS = 10;
/** Long enough for the memory to be read while the answer is awaited. */
const ANSWER_AFTER_MS = 300;
const TIMEOUT_MS = 30_000;

type Bench = { readonly program: string; readonly folder: string; readonly server: FakeLlamaServer };

const programPath = (): string => process.argv[2] ?? fileURLToPath(new URL("../dist/whippet.js", import.meta.url));

async function main(): Promise<number> {
  const program = programPath();
  if (!existsSync(program)) {
    console.error(`${program} is not there: npm run build`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "whippet-startup-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "empty.js"), "");
  const server = await startFakeLlamaServer(ANSWER_AFTER_MS);
  try {
    return await measure({ program, folder, server });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rounds of all three programs in turn, so that whatever slows the machine slows all of them. */
async function measure(bench: Bench): Promise<number> {
  const times = { empty: [] as number[], version: [] as number[], question: [] as number[] };
  await timeToQuestion(bench);
  for (let round = 0; round < ROUNDS; round++) {
    times.empty.push(await timeToEnd(bench, [join(bench.folder, "empty.js")]));
    times.version.push(await timeToEnd(bench, [bench.program, "--version"]));
    times.question.push(await timeToQuestion(bench));
  }
  // A copy of Node, since pages that other Node processes use too would count by their share only.
  const node = process.platform === "linux" ? join(bench.folder, "node") : process.execPath;
  if (node !== process.execPath) copyFileSync(process.execPath, node);
  const memory: (number | undefined)[] = [];
  for (let round = 0; round < MEMORY_ROUNDS; round++) memory.push(await peakMemoryMb(bench, node));
  const known = memory.filter((one) => one !== undefined);
  const figures = {
    emptyMs: median(times.empty),
    versionMs: median(times.version),
    questionMs: median(times.question),
    ...(known.length > 0 ? { memoryMb: Math.max(...known) } : {}),
  };
  console.log(`medians of ${ROUNDS} rounds in turn, Node ${process.version}, ${process.platform} ${process.arch}`);
  console.log(`  empty program        ${figures.emptyMs.toFixed(0)} ms`);
  console.log(`  whippet --version    ${figures.versionMs.toFixed(0)} ms`);
  console.log(`  launch to question   ${figures.questionMs.toFixed(0)} ms`);
  const { line, exitCode } = judgeStartup(figures);
  console.log(line);
  return exitCode;
}

async function timeToEnd(bench: Bench, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = launch(bench, args);
  await ended(child);
  return performance.now() - start;
}

async function timeToQuestion(bench: Bench): Promise<number> {
  const question = bench.server.nextQuestion();
  const start = performance.now();
  const child = launch(bench, askingArgs(bench));
  const end = ended(child);
  const at = await Promise.race([question, end.then(() => undefined)]);
  await end;
  if (at === undefined) throw new Error("the program ended without asking the model");
  return at - start;
}

async function peakMemoryMb(bench: Bench, node: string): Promise<number | undefined> {
  const child = launch(bench, askingArgs(bench), node);
  const samples: (number | undefined)[] = [];
  const timer = setInterval(() => samples.push(treeMemoryMb(child.pid ?? 0)), MEMORY_SAMPLE_MS);
  await ended(child).finally(() => clearInterval(timer));
  const known = samples.filter((one) => one !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function askingArgs({ program, server }: Bench): string[] {
  return [program, "-p", "say hi", "--base-url", server.url];
}

/** Starts Node in an empty project, with folders of its own for settings, sessions and models. */
function launch({ folder }: Bench, args: readonly string[], node = process.execPath): ChildProcess {
  const home = { HOME: folder, XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn(node, args, {
    cwd: join(folder, "project"),
    env: { ...loadEnvironment().variables, ...home },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const errors: string[] = [];
  child.stderr?.on("data", (data: Buffer) => errors.push(data.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  const [code, signal] = await once(child, "close").finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")}: ended with ${signal ?? code}\n${errors.join("")}`);
}

process.exitCode = await main().catch((error: Error) => {
  console.error(`no measurement: ${error.message}`);
  return 2;
});
