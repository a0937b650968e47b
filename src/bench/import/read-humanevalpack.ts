import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import * as z from "zod/mini";
import { UserError } from "../../lib/user-error.ts";
import { type Checkout, openCheckout } from "./checkout.ts";
import { readLicense, readOrigin } from "./checkout-origin.ts";
import { type ImportedTask, NotImportable, type ReadResult, readOne } from "./imported-task.ts";
import { PACK_LANGUAGES, type PackLanguage, type PackRecord } from "./pack-languages.ts";
import { type FileLine, readLines } from "./read-lines.ts";

const text = z.string();
const record = z.object({
  ...{ task_id: text, prompt: text, buggy_solution: text, canonical_solution: text, entry_point: text, test: text },
  test_setup: z.optional(text),
});
const NEEDED = "task_id, prompt, buggy_solution, canonical_solution, entry_point and test";

/** A record is a few kB. */
const MAX_LINE_BYTES = 1_000_000;
/** So many lines without a single record are enough to know that a file is something else. */
const MAX_FOREIGN_LINES = 100;
/** A function of a few lines with one bug. */
const LEVEL = 1;
const TIMEOUT_SECONDS = 30;

type Options = { readonly source: string; readonly language?: string | undefined };

/**
 * Reads HumanEvalPack's bug-fixing tasks from a `.jsonl` file, or from every `humanevalpack*.jsonl` in a folder, line by
 * line; a `UserError` where there is none, or a file holds no record.
 */
export async function* readHumanevalpack({ source, language }: Options): AsyncGenerator<ReadResult> {
  const isFile = (await stat(source)).isFile();
  const checkout = await openCheckout(isFile ? dirname(resolve(source)) : source);
  const files = isFile ? [resolve(source)] : await findFiles(checkout, source);
  const origin = {
    source: (await readOrigin(checkout)) ?? "huggingface bigcode/humanevalpack",
    license: await readLicense(checkout, [""]),
  };
  for (const file of files) {
    const records = yield* readFile(file, language, origin);
    if (records === 0) throw noRecords(file);
  }
}

type Origin = Pick<ImportedTask, "source" | "license">;

/** Returns how many records the file holds; gives up early on a file of something else. */
async function* readFile(
  file: string,
  language: string | undefined,
  origin: Origin,
): AsyncGenerator<ReadResult, number> {
  let records = 0;
  for await (const line of readLines(file, MAX_LINE_BYTES)) {
    const found = readRecord(line);
    if (found === undefined) continue;
    if (typeof found === "string") {
      if (records === 0 && line.number > MAX_FOREIGN_LINES) break;
      yield { name: `${basename(file)} line ${line.number}`, why: found };
      continue;
    }
    records += 1;
    const spoken = PACK_LANGUAGES.find(({ prefix }) => found.task_id.startsWith(`${prefix}/`));
    if (language !== undefined && spoken?.name !== language) continue;
    yield await readOne(found.task_id, async () => toTask(found, spoken, origin));
  }
  return records;
}

async function findFiles(checkout: Checkout, folder: string): Promise<readonly string[]> {
  const names = await checkout.files("", (name) => name.startsWith("."));
  const fitting = names.filter((name) => /(^|\/)humanevalpack[^/]*\.jsonl$/.test(name));
  const files = (await Promise.all(fitting.map(checkout.locate))).flatMap((path) => path ?? []);
  if (files.length > 0) return files;
  throw new UserError({
    code: "wrong-import-layout",
    message: `No humanevalpack*.jsonl is in ${folder} or a folder below it.`,
    hint: "Name a file: whippet bench import humanevalpack PATH/TO/data/python/data/humanevalpack.jsonl",
    exitCode: 2,
  });
}

/** The record, or why the line is none; undefined for an empty line. */
function readRecord({ bytes }: FileLine): PackRecord | string | undefined {
  if (bytes === undefined) return `It is longer than ${MAX_LINE_BYTES / 1e6} MB.`;
  const line = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (line.trim() === "") return undefined;
  try {
    const parsed = record.safeParse(JSON.parse(line));
    return parsed.data ?? `It lacks the field ${parsed.error?.issues[0]?.path.join(".") || "task_id"}.`;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "It is no JSON.";
  }
}

function toTask(record: PackRecord, language: PackLanguage | undefined, origin: Origin): ImportedTask {
  if (!language) {
    const known = PACK_LANGUAGES.map(({ name }) => name).join(" and ");
    throw new NotImportable(`Of HumanEvalPack, only ${known} can be run here.`);
  }
  const { task_id, prompt, buggy_solution, canonical_solution } = record;
  const { name, prefix, file, declaration, documentation, testCommand } = language;
  const called = [...prompt.matchAll(declaration)].at(-1)?.[1];
  if (!called) throw new NotImportable("Its prompt declares no function.");
  return {
    suite: `humanevalfix-${name}`,
    name: task_id.slice(prefix.length + 1).padStart(3, "0"),
    ...{ language: name, level: LEVEL, ...origin },
    instructions: `The function \`${called}\` in \`${file}\` has a bug. Find it and fix it so that it does what its ${documentation} says. Keep the signature.`,
    edit: [file],
    start: new Map([[file, Buffer.from(prompt + buggy_solution)]]),
    tests: language.tests(record),
    solution: new Map([[file, Buffer.from(prompt + canonical_solution)]]),
    ...{ testCommand, timeoutSeconds: TIMEOUT_SECONDS },
  };
}

function noRecords(file: string): UserError {
  return new UserError({
    code: "wrong-import-layout",
    message: `${file} holds no record of HumanEvalPack: no line is JSON with ${NEEDED}.`,
    hint: "Name a file of the data set bigcode/humanevalpack, like data/python/data/humanevalpack.jsonl",
    exitCode: 2,
  });
}
