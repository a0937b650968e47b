import { randomUUID } from "node:crypto";
import { cp, lstat, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { headAndTail } from "../../lib/head-and-tail.ts";
import { readReport } from "../../workspace/run-tests.ts";
import { describeEnding } from "../agents/describe-ending.ts";
import { runInGroup } from "../agents/run-in-group.ts";
import type { Score } from "../bench-record.ts";
import type { BenchTask } from "../bench-task.ts";
import { hashTask } from "../tasks/hash-task.ts";
import { InvalidTask } from "../tasks/invalid-task.ts";
import { markCommand } from "./mark-command.ts";
import { removeTree } from "./remove-tree.ts";

/** Would change which tests run, or what they import, from outside the copy. */
const LEFT_OUT = ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "NODE_OPTIONS"];
/** Runners look for settings in the folders above, where an agent may have left some: the search ends at these. */
const BARRIERS = { "pytest.ini": "[pytest]\n", "package.json": "{}\n" };
const MAX_OUTPUT = 4_000;
/** Patterns that look for a report stay fast on lines of at most this length. */
const LONG_LINE = /^(.{2000}).*$/gm;
/** Of one answer, in bytes. */
const MAX_FILE_BYTES = 8_000_000;

/** `variables`: the person's own, of which those that change what is tested are left out. `timeoutMs`: the task's own by default. */
export type ScoreOptions = {
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
};

/** A score with what the record does not hold. */
export type WorkspaceScore = Score & {
  /** Whether the test program was run to its end, where that can be seen. */
  readonly reachedEnd: boolean;
  /** What happened to it, where it did not end by itself: the rest of a sentence. */
  readonly ending: string | undefined;
  readonly durationMs: number;
};

/**
 * Runs a task's pristine tests on the files to edit of the folder `from` (its `start`, its `solution`, an agent's
 * workspace), in a new copy of `start` that is deleted afterwards: nothing else of `from` is looked at, links are not
 * followed, what can't be read is missing. An `InvalidTask` where the task's own files are not those that were read.
 */
export async function scoreWorkspace(
  task: BenchTask,
  from: string,
  { variables, signal, timeoutMs = task.timeoutSeconds * 1000 }: ScoreOptions,
): Promise<WorkspaceScore> {
  const parent = await mkdtemp(join(tmpdir(), "whippet-score-"));
  const folder = join(parent, basename(task.folder));
  const outDir = await mkdtemp(join(tmpdir(), "whippet-score-output-"));
  try {
    if ((await hashTask(task.folder)) !== task.hash) throw new InvalidTask("The task's folder was changed meanwhile.");
    await copyTree(join(task.folder, "start"), folder);
    for (const name of task.edit) await takeAnswer(from, name, folder);
    await restoreTests(task, folder);
    for (const [name, text] of Object.entries(BARRIERS)) await writeFile(join(parent, name), text);
    const mark = randomUUID();
    const group = { root: folder, outDir, variables: scoreVariables(task, variables), timeoutMs, signal };
    const ended = await runInGroup(markCommand(task.testCommand, mark), group);
    const text = ended.output.replaceAll(mark, "").replaceAll(folder, ".");
    const { passed, ran } = readReport(text.replace(LONG_LINE, "$1"));
    return {
      ...{ passed, ran, exitCode: ended.exitCode, durationMs: ended.durationMs },
      reachedEnd: ended.output.includes(mark),
      ending: describeEnding(ended),
      timedOut: ended.stopped === "timeout",
      output: headAndTail(text.trim(), MAX_OUTPUT, (count) => `[… ${count} lines …]`),
    };
  } finally {
    for (const path of [parent, outDir]) await removeTree(path);
  }
}

/**
 * Packages that the person installed for themselves are left out, since an agent may write there; but pytest may be one of
 * them.
 */
function scoreVariables({ testCommand }: BenchTask, variables: ScoreOptions["variables"]): Record<string, string> {
  const kept = Object.entries(variables).filter(([name]) => !LEFT_OUT.includes(name));
  const usesPytest = testCommand.some((word) => word.includes("pytest"));
  return { ...Object.fromEntries(kept), CI: "1", GOWORK: "off", ...(usesPytest ? {} : { PYTHONNOUSERSITE: "1" }) };
}

/** Copies the tests of a task into a workspace, over whatever is there. */
export async function restoreTests(task: BenchTask, workspace: string): Promise<void> {
  for (const name of task.tests) await replaceFile(join(task.folder, "tests", name), join(workspace, name));
}

/** Copies the files and folders of a folder: no links, and nothing that would wait for a writer. */
export async function copyTree(from: string, to: string): Promise<void> {
  const isCopied = async (path: string): Promise<boolean> => {
    const found = await lstat(path);
    return found.isFile() || found.isDirectory();
  };
  await cp(from, to, { recursive: true, filter: isCopied });
}

async function replaceFile(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}

/** A file that is missing, no plain file, too large, or not to be read, is missing in the copy too. */
async function takeAnswer(workspace: string, name: string, folder: string): Promise<void> {
  const [from, to] = [join(workspace, name), join(folder, name)];
  await rm(to, { recursive: true, force: true });
  const isTaken = (await liesInside(workspace, name)) && (await isPlainFile(from));
  const content = isTaken ? await ifReadable(from) : undefined;
  if (content === undefined) return;
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, content);
}

async function ifReadable(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

/** False where a linked folder on the way leads to other files than the workspace's. */
async function liesInside(folder: string, name: string): Promise<boolean> {
  try {
    return (await realpath(join(folder, name))) === join(await realpath(folder), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isFile() && found.size <= MAX_FILE_BYTES;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
