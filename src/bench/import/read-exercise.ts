import { basename, extname } from "node:path";
import * as z from "zod/mini";
import { isTestFile } from "../../lib/is-test-file.ts";
import type { Checkout } from "./checkout.ts";
import { EXERCISE_LANGUAGES, type ExerciseLanguage } from "./exercise-languages.ts";
import { type FileContents, type ImportedTask, NotImportable } from "./imported-task.ts";
import { checkPath } from "./write-task.ts";

const names = z.array(z.string());
const configuration = z.object({
  files: z.object({ solution: names, test: names, example: z.optional(names), editor: z.optional(names) }),
});
type ListedFiles = z.infer<typeof configuration>["files"];

export type Exercise = Pick<ImportedTask, "suite" | "name" | "level" | "source" | "license"> & {
  readonly language: ExerciseLanguage;
  /** In the checkout. */
  readonly folder: string;
};

/** Made by builds and package managers, or text for a learner that the instructions hold already, or hints. */
const LEFT_OUT = /^(\.|node_modules$|target$|build$|bin$|__pycache__$|(README|HELP|HINTS)\.md$)/i;
const DOCUMENTS = ["introduction.md", "instructions.md", "instructions.append.md"];

/** The language of an exercise's files; undefined for one that can't be run. */
export async function languageOf(checkout: Checkout, folder: string): Promise<ExerciseLanguage | undefined> {
  const paths = await checkout.files(folder, (name) => LEFT_OUT.test(name));
  return EXERCISE_LANGUAGES.find(({ extension, leftOut }) =>
    paths.some((path) => path.endsWith(extension) && !leftOut?.test(path)),
  );
}

/** Makes a task of an exercise's folder: what a learner gets is the start, and the example in `.meta` the solution. */
export async function readExercise(checkout: Checkout, exercise: Exercise): Promise<ImportedTask> {
  const { folder, language, suite, name, level, source, license } = exercise;
  const listed = await readConfiguration(checkout, folder);
  const instructions = await readInstructions(checkout, folder);
  const given = await readGiven(checkout, exercise, listed);
  const examples = await readExamples(checkout, exercise, listed);
  const edit = [...new Set([...listed.solution, ...examples.keys()])];
  const stubs = edit.flatMap((path) => pair(path, given.start.get(path)));
  return {
    ...{ suite, name, level, source, license, instructions, edit },
    language: language.name,
    start: language.adapt?.(given.start, name) ?? given.start,
    tests: given.tests,
    solution: new Map([...stubs, ...examples]),
    testCommand: language.testCommand(given.tests),
    timeoutSeconds: language.timeoutSeconds,
  };
}

async function readConfiguration(checkout: Checkout, folder: string): Promise<ListedFiles> {
  const text = (await checkout.readText(`${folder}/.meta/config.json`)) ?? "";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new NotImportable(`Its .meta/config.json is no JSON: ${error.message}.`);
  }
  const parsed = configuration.safeParse(value);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join(".") || "files";
    throw new NotImportable(`Its .meta/config.json lacks ${at}, or it is of the wrong kind.`);
  }
  const { files } = parsed.data;
  for (const path of Object.values(files).flatMap((paths) => paths ?? [])) checkPath(path);
  if (files.solution.length === 0) throw new NotImportable("Its .meta/config.json names no file to change.");
  if (files.test.length === 0) throw new NotImportable("Its .meta/config.json names no test.");
  return files;
}

async function readInstructions(checkout: Checkout, folder: string): Promise<string> {
  const texts = await Promise.all(DOCUMENTS.map((name) => checkout.readText(`${folder}/.docs/${name}`)));
  if (texts[1] === undefined) throw new NotImportable("It has no .docs/instructions.md.");
  return texts.flatMap((text) => text?.trim() || []).join("\n\n\n");
}

/** What the learner gets, parted: tests, also those that only the editor shows, are not for an agent to see. */
async function readGiven(
  checkout: Checkout,
  { folder, language }: Exercise,
  listed: ListedFiles,
): Promise<{ readonly start: FileContents; readonly tests: FileContents }> {
  const start = new Map<string, Buffer>();
  const tests = new Map<string, Buffer>();
  const found = await checkout.files(folder, (name) => LEFT_OUT.test(name));
  for (const path of new Set([...listed.test, ...found])) {
    if (language.leftOut?.test(path) || listed.example?.includes(path)) continue;
    const bytes = await checkout.read(`${folder}/${path}`);
    const isTest = listed.test.includes(path) || (!listed.solution.includes(path) && isTestFile(path));
    if (bytes === undefined) continue;
    if (isTest) tests.set(path, enableTests(path, bytes, language));
    else start.set(path, bytes);
  }
  const missing = listed.test.find((path) => !tests.has(path));
  if (missing) throw new NotImportable(`Its test ${missing} is missing.`);
  return { start, tests };
}

function enableTests(path: string, bytes: Buffer, { extension, enableTests = [] }: ExerciseLanguage): Buffer {
  if (!path.endsWith(extension)) return bytes;
  const text = enableTests.reduce((text, [pattern, by]) => text.replace(pattern, by), bytes.toString("latin1"));
  return Buffer.from(text, "latin1");
}

/** The reference solution, by the paths that its files have in a workspace. */
async function readExamples(
  checkout: Checkout,
  { folder, language }: Exercise,
  listed: ListedFiles,
): Promise<FileContents> {
  const hidden = (await checkout.files(`${folder}/.meta`)).map((path) => `.meta/${path}`);
  const more = hidden.filter((path) => language.moreExamples?.test(path));
  const examples = new Map<string, Buffer>();
  for (const path of new Set([...(listed.example ?? []), ...more])) {
    const bytes = await checkout.read(`${folder}/${path}`);
    if (bytes === undefined) continue;
    const free = listed.solution.filter((solution) => !examples.has(solution));
    const place = language.placeExample?.(path) ?? nearest(path, free);
    if (!place) throw new NotImportable(`It does not say which file its example ${path} stands for.`);
    examples.set(place, bytes);
  }
  if (examples.size === 0) throw new NotImportable("It has no example solution, so its tests can't be checked.");
  return examples;
}

/** The file of the same name, else the first one of the same kind. */
function nearest(example: string, solutions: readonly string[]): string | undefined {
  return (
    solutions.find((path) => basename(path) === basename(example)) ??
    solutions.find((path) => extname(path) === extname(example))
  );
}

function pair(path: string, bytes: Buffer | undefined): readonly (readonly [string, Buffer])[] {
  return bytes === undefined ? [] : [[path, bytes]];
}
