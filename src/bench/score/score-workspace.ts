import { randomUUID } from "node:crypto";
import { cp, lstat, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { headAndTail } from "../../lib/head-and-tail.ts";
import { shellQuote } from "../../lib/shell-quote.ts";
import { readReport } from "../../workspace/run-tests.ts";
import { createShell } from "../../workspace/shell.ts";
import type { Score } from "../bench-record.ts";
import type { BenchTask } from "../bench-task.ts";

/** Would change which tests run, or what they import, from outside the copy. */
const LEFT_OUT = ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "NODE_OPTIONS"];
const MAX_OUTPUT = 4_000;
/** Of one answer, in bytes. */
const MAX_FILE_BYTES = 8_000_000;

/** `variables`: the person's own, of which those that change what is tested are left out. `timeoutMs`: the task's own by default. */
export type ScoreOptions = {
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
};

/** A score with what the record does not hold: whether the test program was run to its end, where that can be seen. */
export type WorkspaceScore = Score & { readonly reachedEnd: boolean; readonly durationMs: number };

/**
 * Runs a task's pristine tests on the files to edit of the folder `from` (its `start`, its `solution`, an agent's
 * workspace), in a new copy of `start` that is deleted afterwards: nothing else of `from` is looked at, links are not followed.
 */
export async function scoreWorkspace(
  task: BenchTask,
  from: string,
  { variables, signal, timeoutMs = task.timeoutSeconds * 1000 }: ScoreOptions,
): Promise<WorkspaceScore> {
  const parent = await mkdtemp(join(tmpdir(), "whippet-score-"));
  const folder = join(parent, basename(task.folder));
  try {
    await copyTree(join(task.folder, "start"), folder);
    for (const name of task.edit) {
      await replaceFile((await liesInside(from, name)) ? join(from, name) : undefined, join(folder, name));
    }
    await restoreTests(task, folder);
    const outDir = join(parent, "output");
    await mkdir(outDir);
    const kept = Object.entries(variables).filter(([name]) => !LEFT_OUT.includes(name));
    const shell = createShell({ root: folder, outDir, variables: Object.fromEntries(kept) });
    try {
      const mark = randomUUID();
      const { exitCode, stopped, output, durationMs } = await shell.run(commandLine(task.testCommand, mark), {
        timeoutMs,
        variables: { CI: "1" },
        signal,
      });
      const reachedEnd = output.includes(mark);
      const text = output.replaceAll(mark, "").replaceAll(folder, ".");
      const { passed, ran } = readReport(text);
      return {
        ...{ exitCode, passed, ran, reachedEnd, durationMs },
        timedOut: stopped !== undefined,
        output: headAndTail(text.trim(), MAX_OUTPUT, (count) => `[… ${count} lines …]`),
      };
    } finally {
      await shell.close();
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Copies the tests of a task into a workspace, over whatever is there. */
export async function restoreTests(task: BenchTask, workspace: string): Promise<void> {
  for (const name of task.tests) await replaceFile(join(task.folder, "tests", name), join(workspace, name));
}

/** Copies a folder without the links in it. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
}

/** A file that is missing, no plain file, or too large, is missing in the copy too. */
async function replaceFile(from: string | undefined, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  if (from === undefined || !(await isPlainFile(from))) return;
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
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

/**
 * A test program without a runner tells nothing but its exit code, and code under test may end it early with success. So a
 * Python program is run from a line that prints a mark after it.
 */
function commandLine(command: readonly string[], mark: string): string {
  const [program = "", script = "", ...rest] = command;
  const isPlainPython = /^python[\d.]*$/.test(program) && script.endsWith(".py") && rest.length === 0;
  if (!isPlainPython) return command.map(shellQuote).join(" ");
  const line = `import runpy; runpy.run_path(${JSON.stringify(script)}, run_name="__main__"); print(${JSON.stringify(mark)})`;
  return [program, "-c", line].map(shellQuote).join(" ");
}
