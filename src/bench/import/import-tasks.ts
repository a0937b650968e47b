import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../lib/user-error.ts";
import { groupBy } from "../figures/group-by.ts";
import { openCheckout } from "./checkout.ts";
import { EXERCISE_LANGUAGES } from "./exercise-languages.ts";
import { NotImportable, type ReadResult } from "./imported-task.ts";
import { PACK_LANGUAGES } from "./pack-languages.ts";
import { readExercism } from "./read-exercism.ts";
import { readHumanevalpack } from "./read-humanevalpack.ts";
import { readQuixbugs } from "./read-quixbugs.ts";
import { writeTask } from "./write-task.ts";

export type ImportLayout = "exercism" | "quixbugs" | "humanevalpack";

/** `source`: the folder of a checkout; for `humanevalpack` also one `.jsonl` file. Tasks become `into/SUITE/NAME`. */
export type ImportOptions = {
  readonly layout: ImportLayout;
  readonly source: string;
  readonly into: string;
  /** Only tasks in this language. */
  readonly language?: string;
  /** Gets the lines that the person sees. */
  readonly announce: (line: string) => void;
};

/** Ids of the tasks written, and what of the source became none, with the reason as a sentence. */
export type Imported = {
  readonly imported: readonly string[];
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
};

const LANGUAGES: Readonly<Record<ImportLayout, readonly string[]>> = {
  exercism: EXERCISE_LANGUAGES.map(({ name }) => name),
  quixbugs: ["python"],
  humanevalpack: PACK_LANGUAGES.map(({ name }) => name),
};
/** Names shown for one reason before the rest is only counted. */
const MAX_NAMES = 5;

/** Makes task folders of a public repository's checkout. What can't become one is skipped; a `UserError` where the source is not there or of another layout, or nothing in it is in the language. */
export async function importTasks(options: ImportOptions): Promise<Imported> {
  const { layout, source, into, language, announce } = options;
  checkLanguage(layout, language);
  await checkSource(layout, source);
  const imported = new Set<string>();
  const skipped: { name: string; why: string }[] = [];
  try {
    for await (const result of readLayout(options)) {
      const why = "why" in result ? result.why : await write(result, resolve(into), imported);
      if (why !== undefined) skipped.push({ name: result.name, why });
    }
  } catch (error) {
    throw asUserError(error, imported.size);
  }
  if (imported.size === 0 && skipped.length === 0) {
    throw new UserError({
      code: "nothing-to-import",
      message: `${source} holds nothing${language === undefined ? "" : ` in ${language}`} that could become a task.`,
      hint: `whippet bench import ${layout} PATH, without --language`,
    });
  }
  for (const line of summary([...imported], skipped)) announce(line);
  return { imported: [...imported], skipped };
}

/** Why nothing was written; undefined where it was. */
async function write(
  result: Exclude<ReadResult, { why: string }>,
  into: string,
  imported: Set<string>,
): Promise<string | undefined> {
  const id = `${result.task.suite}/${result.task.name}`;
  if (imported.has(id)) return `${id} was imported already: the source holds it twice.`;
  try {
    await writeTask(result.task, into);
    imported.add(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    return error.message;
  }
}

async function* readLayout({ layout, source, language }: ImportOptions): AsyncGenerator<ReadResult> {
  switch (layout) {
    case "exercism":
      return yield* readExercism(await openCheckout(source), { folder: source, language });
    case "quixbugs":
      return yield* readQuixbugs(await openCheckout(source), source);
    case "humanevalpack":
      return yield* readHumanevalpack({ source, language });
  }
}

function checkLanguage(layout: ImportLayout, language: string | undefined): void {
  if (language === undefined || LANGUAGES[layout].includes(language)) return;
  throw new UserError({
    code: "unknown-import-language",
    message: `Tasks in ${language} can't be made of ${layout}.`,
    hint: `--language ${LANGUAGES[layout].join(", or --language ")}`,
    exitCode: 2,
  });
}

async function checkSource(layout: ImportLayout, source: string): Promise<void> {
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
  });
  if (found?.isDirectory() || (layout === "humanevalpack" && found?.isFile())) return;
  const wanted = layout === "humanevalpack" ? "a folder or a .jsonl file" : "a folder";
  throw new UserError({
    code: "no-import-source",
    message: `${source} is ${found ? `not ${wanted}` : "not there"}.`,
    hint: `Clone the repository first, then: whippet bench import ${layout} PATH`,
    exitCode: 2,
  });
}

/** A disk that can't be read or written is the person's to mend; anything else is a bug. */
function asUserError(error: unknown, count: number): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (error instanceof UserError || code === undefined || !/^E[A-Z]+$/.test(code)) return error;
  return new UserError({
    code: "import-stopped",
    message: `The import stopped at ${path ?? "a file"} after ${count} tasks: ${message}.`,
    hint: "Tasks already written are whole; the same command starts over.",
  });
}

/** How many tasks by suite, what their tests need, and what was skipped by reason. */
function summary(ids: readonly string[], skipped: Imported["skipped"]): readonly string[] {
  const suites = groupBy(ids, (id) => id.split("/")[0] ?? "");
  const counts = [...suites].map(([suite, { length }]) => `${suite}: ${length} ${length === 1 ? "task" : "tasks"}`);
  const needs = EXERCISE_LANGUAGES.flatMap(({ name, needs }) =>
    needs && [`exercism-${name}`, `polyglot-${name}`].some((suite) => suites.has(suite)) ? [needs] : [],
  );
  const reasons = [...groupBy(skipped, ({ why }) => why)].map(([why, those]) => {
    const names = those.slice(0, MAX_NAMES).map(({ name }) => name);
    const more = those.length > MAX_NAMES ? ` and ${those.length - MAX_NAMES} more` : "";
    return `Skipped ${names.join(", ")}${more}: ${why}`;
  });
  return [...counts, ...needs, ...reasons];
}
