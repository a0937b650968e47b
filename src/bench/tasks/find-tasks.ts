import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../lib/user-error.ts";

/** What a person names: folders of tasks or of suites, ids inside `suite`, or lists of ids (`.txt`, one a line). */
export type TaskSelection = {
  readonly names: readonly string[];
  readonly suite?: string | undefined;
  /** The first so many. */
  readonly limit?: number | undefined;
  /** `of` parts of about the same size, of which this is number `index`, counted from 1. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
};

/** Task folders are looked for at most so deep. */
const MAX_DEPTH = 4;

/** The folders that hold a `task.json`, sorted by path within each name, each once; a `UserError` where a name finds none. */
export async function findTasks({ names, suite, limit, shard }: TaskSelection): Promise<readonly string[]> {
  if (names.length === 0 && suite === undefined) throw nothingNamed();
  const found: string[] = [];
  if (names.length === 0 && suite !== undefined) found.push(...(await foldersOf(suite, undefined)));
  for (const name of names) found.push(...(await foldersOf(name, suite)));
  const all = [...new Set(found)];
  const part = shard ? all.filter((_, index) => index % shard.of === shard.index - 1) : all;
  if (part.length === 0) throw noneLeft(all.length);
  return part.slice(0, limit);
}

async function foldersOf(name: string, suite: string | undefined): Promise<readonly string[]> {
  if (name.endsWith(".txt")) return await fromList(name, suite);
  for (const path of [...(suite === undefined ? [] : [join(suite, name)]), name]) {
    const folders = await taskFolders(resolve(path), MAX_DEPTH);
    if (folders.length > 0) return folders;
  }
  throw new UserError({
    code: "no-tasks",
    message: `No task was found in ${suite === undefined ? name : `${join(suite, name)} or ${name}`}.`,
    hint: "A task is a folder with task.json, instructions.md, start/ and tests/: whippet bench --help",
    exitCode: 2,
  });
}

/** A list may lie inside the suite; its ids are folders in the suite, or beside the list. */
async function fromList(name: string, suite: string | undefined): Promise<readonly string[]> {
  const inside = suite === undefined ? name : join(suite, name);
  const list = !(await isThere(name)) && (await isThere(inside)) ? inside : name;
  const text = await readList(list);
  const ids = text.split("\n").flatMap((line) => line.trim().replace(/\s*#.*$/, "") || []);
  if (ids.length === 0) {
    throw new UserError({ code: "no-tasks", message: `${list} names no task.`, hint: "One id a line.", exitCode: 2 });
  }
  return (await Promise.all(ids.map((id) => foldersOf(id, suite ?? dirname(list))))).flat();
}

async function readList(list: string): Promise<string> {
  try {
    return await readFile(list, "utf8");
  } catch (error) {
    throw new UserError({
      code: "no-task-list",
      message: `${list} can't be read: ${(error as Error).message}.`,
      hint: "Name a file with one task id a line, or a folder of tasks.",
      exitCode: 2,
    });
  }
}

async function taskFolders(folder: string, depth: number): Promise<string[]> {
  if (!(await isThere(folder))) return [];
  if (await isThere(join(folder, "task.json"))) return [folder];
  if (depth === 0) return [];
  const entries = (await ifAllowed(readdir(folder, { withFileTypes: true }))) ?? [];
  const inside = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  const found = await Promise.all(inside.sort().map((name) => taskFolders(join(folder, name), depth - 1)));
  return found.flat();
}

async function isThere(path: string): Promise<boolean> {
  return (await ifAllowed(stat(path))) !== undefined;
}

/** Undefined for what is not there, or can't be read. */
async function ifAllowed<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

function noneLeft(count: number): UserError {
  return new UserError({
    code: "no-tasks",
    message: `No task is left in this part of ${count} ${count === 1 ? "task" : "tasks"}.`,
    hint: "--shard i/n has an i from 1 to n, and no more parts than there are tasks.",
    exitCode: 2,
  });
}

function nothingNamed(): UserError {
  return new UserError({
    code: "no-tasks",
    message: "No tasks were named.",
    hint: "For example: whippet bench --suite tasks --protocol visible, or: whippet bench tasks/quixbugs/gcd",
    exitCode: 2,
  });
}
