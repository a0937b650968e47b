import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import type { BenchTask } from "../bench-task.ts";
import { hashTask } from "./hash-task.ts";
import { InvalidTask } from "./invalid-task.ts";

const names = z.array(z.string());
const description = z.object({
  id: z.optional(z.string()),
  language: z.string(),
  level: z.optional(z.nullable(z.number())),
  edit: names,
  tests: names,
  testCommand: names,
  timeoutSeconds: z.optional(z.number()),
});

/** For a task folder that does not say how long its tests may take. */
const DEFAULT_TIMEOUT_SECONDS = 60;

/** A day; timers of more than 24 days would end at once. */
const MAX_TIMEOUT_SECONDS = 86_400;
/** Agents get the text on their command line, where Linux takes 131,072 bytes in one argument. */
const MAX_INSTRUCTION_BYTES = 100_000;

/** Reads and checks a task folder; an `InvalidTask` names the first thing that is wrong with it. */
export async function readTask(folder: string): Promise<BenchTask> {
  const path = resolve(folder);
  const data = readDescription(await readText(join(path, "task.json"), "task.json"));
  const { edit, tests, testCommand, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = data;
  const suite = basename(dirname(path));
  const id = data.id ?? `${suite}/${basename(path)}`;
  if (/\p{C}/u.test(id)) throw new InvalidTask(`Its id ${JSON.stringify(id)} holds control characters.`);
  checkDescription({ edit, tests, testCommand, timeoutSeconds });
  await isFolder(join(path, "start"), "start/");
  for (const name of tests) await isFile(join(path, "tests", name), `tests/${name}`);
  const solution = await Promise.all(edit.map((name) => kindOf(join(path, "solution", name))));
  return {
    id,
    suite: data.id?.includes("/") ? data.id.slice(0, data.id.lastIndexOf("/")) : suite,
    language: data.language,
    level: data.level ?? null,
    folder: path,
    instructions: await readInstructions(path),
    ...{ edit, tests, testCommand, timeoutSeconds },
    hasSolution: solution.every((kind) => kind === "file") && (await readdir(join(path, "solution"))).length > 0,
    hash: await hashTask(path),
  };
}

function checkDescription({
  edit,
  tests,
  testCommand,
  timeoutSeconds,
}: Pick<BenchTask, "edit" | "tests" | "testCommand" | "timeoutSeconds">): void {
  if (testCommand.length === 0 || testCommand[0] === "") throw new InvalidTask("task.json: testCommand is empty.");
  if (testCommand.join("").includes("\0")) throw new InvalidTask("task.json: testCommand holds a NUL.");
  if (!(timeoutSeconds > 0)) throw new InvalidTask("task.json: timeoutSeconds must be above 0.");
  if (timeoutSeconds > MAX_TIMEOUT_SECONDS) {
    throw new InvalidTask(`task.json: timeoutSeconds is above ${MAX_TIMEOUT_SECONDS}, a day.`);
  }
  if (edit.length === 0) throw new InvalidTask("task.json: edit names no file to change.");
  if (tests.length === 0) throw new InvalidTask("task.json: tests names no file.");
  const all = [...edit, ...tests];
  for (const name of all) {
    checkName(name);
    const above = all.find((other) => name.startsWith(`${other}/`));
    if (above !== undefined) throw new InvalidTask(`task.json: ${above} is both a file and the folder of ${name}.`);
  }
  const both = edit.find((name) => tests.includes(name));
  if (both !== undefined) throw new InvalidTask(`task.json: ${both} is both to be changed and a test.`);
}

async function readInstructions(folder: string): Promise<string> {
  const text = (await readText(join(folder, "instructions.md"), "instructions.md")).trim();
  if (text.includes("\0")) throw new InvalidTask("instructions.md holds a NUL, which no agent can be given.");
  if (Buffer.byteLength(text) <= MAX_INSTRUCTION_BYTES) return text;
  throw new InvalidTask(
    `instructions.md has more than ${MAX_INSTRUCTION_BYTES} bytes: agents get it on their command line.`,
  );
}

function readDescription(text: string): z.infer<typeof description> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidTask(`task.json is no JSON: ${(error as Error).message}.`);
  }
  const parsed = description.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidTask(`task.json: ${issue?.path.join(".") || "its content"} is missing or of the wrong kind.`);
}

/** Paths stay inside the workspace, whatever a folder from elsewhere says. */
function checkName(name: string): void {
  const parts = name.split("/");
  if (name.includes("\\") || name.includes("\0") || parts.some((part) => ["", ".", ".."].includes(part))) {
    throw new InvalidTask(`task.json: ${JSON.stringify(name)} is no path inside the workspace.`);
  }
}

async function readText(path: string, name: string): Promise<string> {
  await isFile(path, name);
  return await readFile(path, "utf8");
}

async function isFile(path: string, name: string): Promise<void> {
  if ((await kindOf(path)) !== "file") throw new InvalidTask(`${name} is missing.`);
}

async function isFolder(path: string, name: string): Promise<void> {
  if ((await kindOf(path)) !== "folder") throw new InvalidTask(`${name} is missing.`);
}

/** Links are not followed: a task folder holds its own files. */
async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  try {
    const found = await lstat(path);
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
