import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { diffFolders, type FileDifference } from "./diff-folders.ts";
import { isPartOfJudge, judge } from "./judge.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";
import { runTests, type TestRun } from "./run-tests.ts";

/** The repository's root: this file lies one folder below it, and so does the bundle it is run from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Small projects with one bug each, folders of `examples/`. */
export const SAMPLES = ["broken-cart", "blog-slugs", "lap-times", "mail-queue", "catalogue-pages"] as const;

/** What the agent is told in every sample. */
export const TASK = "the tests fail: find the bug and fix it";

/** What is run and how. `args` go to the program as they are. */
export type SampleOptions = {
  readonly sample: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly stderr: "inherit" | "tee";
  readonly interrupt: AbortSignal;
  /** The folder the agent worked in stays, and is named in the result. */
  readonly keep?: boolean;
};

/** `passed`: all of the sample's own tests ran and are green, whatever the agent did to its copy of them. */
export type SampleResult = {
  readonly passed: boolean;
  readonly before: TestRun;
  readonly after: TestRun;
  readonly changes: readonly FileDifference[];
  /** Tests and settings that the agent changed in its copy; they did not count. */
  readonly putBack: readonly string[];
  readonly run: ProgramRun;
  readonly folder?: string;
};

/** Copies a sample to a temporary folder, lets the program work on it there, and judges what came out. */
export async function runSample(options: SampleOptions): Promise<SampleResult> {
  const { sample, program, args, stderr, interrupt, keep = false } = options;
  const source = join(root, "examples", sample);
  const parent = await mkdtemp(join(tmpdir(), "whippet-sample-"));
  const folder = join(parent, sample);
  try {
    await cp(source, folder, { recursive: true });
    const before = await runTests(folder, interrupt);
    const run = await runProgram({
      program,
      args: ["-p", TASK, "--json", "--cwd", folder, ...args],
      stderr,
      interrupt,
    });
    // It may have removed its own folder.
    await mkdir(folder, { recursive: true });
    const changes = await diffFolders(source, folder);
    const after = interrupt.aborted || run.steps === 0 ? before : await judge(source, folder, interrupt);
    const passed = after.exitCode === 0 && after.passed === before.total && after.total === before.total;
    const putBack = changes.map(({ path }) => path).filter(isPartOfJudge);
    return { passed, before, after, changes, putBack, run, ...(keep ? { folder } : {}) };
  } finally {
    if (!keep) await rm(parent, { recursive: true, force: true });
  }
}

/** The built program; undefined where it was not built. */
export function builtProgram(): string | undefined {
  const program = join(root, "dist", "whippet.js");
  return existsSync(program) ? program : undefined;
}
