import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { FileContents, ImportedTask } from "./imported-task.ts";
import { NotImportable } from "./imported-task.ts";
import { makeFolder } from "./make-folder.ts";

const written = z.object({ id: z.string(), source: z.string() });

/**
 * Writes a task as `into/SUITE/NAME`, whole or not at all: an earlier import of the same task is replaced, anything else
 * there makes it a `NotImportable`.
 */
export async function writeTask(task: ImportedTask, into: string): Promise<void> {
  const suite = join(into, task.suite);
  const folder = join(suite, task.name);
  const id = `${task.suite}/${task.name}`;
  checkContents(task);
  const isReplaced = await mayReplace(folder, id, task.source);
  await makeFolder(suite);
  const made = await mkdtemp(join(suite, `.${task.name}-`));
  try {
    await fill(join(made, "new"), id, task);
    if (isReplaced) await rename(folder, join(made, "old"));
    await rename(join(made, "new"), folder).catch(async (error) => {
      if (isReplaced) await rename(join(made, "old"), folder);
      throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function fill(folder: string, id: string, task: ImportedTask): Promise<void> {
  const { language, level, edit, testCommand, timeoutSeconds, source, license } = task;
  const tests = [...task.tests.keys()];
  const description = { id, language, level, edit, tests, testCommand, timeoutSeconds, source, license };
  await mkdir(folder);
  await writeFile(join(folder, "task.json"), `${JSON.stringify(description, null, 1)}\n`);
  await writeFile(join(folder, "instructions.md"), `${task.instructions.trim()}\n`);
  await writeAll(join(folder, "start"), task.start);
  await writeAll(join(folder, "tests"), task.tests);
  await writeAll(join(folder, "solution"), task.solution);
}

async function writeAll(folder: string, files: FileContents): Promise<void> {
  await mkdir(folder);
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

function checkContents({ name, edit, start, tests, solution }: ImportedTask): void {
  if (!/^\w[\w.-]*$/.test(name)) throw new NotImportable(`${JSON.stringify(name)} can't be the name of a folder.`);
  for (const path of [...edit, ...start.keys(), ...tests.keys(), ...solution.keys()]) checkPath(path);
  const both = edit.find((path) => tests.has(path));
  if (both) throw new NotImportable(`${both} is both to be changed and a test.`);
}

/** A `NotImportable` for a path that could lead out of the folder that it is read from or written to. */
export function checkPath(path: string): void {
  const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isPlain || /[\\\0]|^[a-z]:/i.test(path)) {
    throw new NotImportable(`It names ${JSON.stringify(path)}, which is no path inside the task.`);
  }
}

/** Whether an earlier import is there; a `NotImportable` where something else is. */
async function mayReplace(folder: string, id: string, source: string): Promise<boolean> {
  const kind = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (kind === undefined) return false;
  const earlier = kind.isDirectory() ? await readWritten(join(folder, "task.json")) : undefined;
  if (earlier?.id === id && earlier.source === source) return true;
  const what = earlier ? `the task ${earlier.id} from ${earlier.source}` : "something that is no imported task";
  throw new NotImportable(`${folder} is ${what}, which is left as it is.`);
}

async function readWritten(path: string): Promise<z.infer<typeof written> | undefined> {
  try {
    return written.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
