import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { UserError } from "../../lib/user-error.ts";
import { type BenchRecord, type BenchSetup, readRecord } from "../bench-record.ts";

/** Gets a sentence about lines that are no runs. */
type Tell = (sentence: string) => void;

/** The newest record of each task and seed in a file of outcomes; lines that are none are passed over, and told. A `UserError` where it can't be read or holds none. */
export function readOutcomes(file: string, tell?: Tell): readonly BenchRecord[] {
  const { records, others } = readLines(file);
  if (records.length > 0) {
    tellOthers(file, others, tell);
    return newestOf(records);
  }
  throw new UserError({
    code: "no-outcomes",
    message: `${file} holds no outcomes of a bench.`,
    hint: "Make some: whippet bench TASKS… --out FILE.jsonl",
    exitCode: 2,
  });
}

/** A file that a bench adds to. */
export type OutcomeFile = {
  /** The newest record of each task and seed so far. */
  records(): readonly BenchRecord[];
  add(record: BenchRecord): void;
};

/** Opens a file of outcomes, or begins it; a `UserError` where it holds runs of another setup, since figures of both together would mean nothing. */
export function openOutcomes(file: string, setup: BenchSetup, tell?: Tell): OutcomeFile {
  const isThere = existsSync(file);
  if (isThere && !statSync(file).isFile()) throw noPlainFile(file);
  const { records: before, others } = isThere ? readLines(file) : { records: [], others: 0 };
  tellOthers(file, others, tell);
  const other = before.find((record) => !isDeepStrictEqual(record.setup, setup));
  if (other) throw otherSetup(file, other.setup, setup);
  endTornLine(file);
  const all = [...before];
  return {
    records: () => newestOf(all),
    add(record) {
      all.push(record);
      write(file, `${JSON.stringify(record)}\n`);
    },
  };
}

function newestOf(records: readonly BenchRecord[]): readonly BenchRecord[] {
  return [...new Map(records.map((record) => [`${record.task}\n${record.seed}`, record])).values()];
}

/** The records in order, and the number of other lines that are not empty. */
function readLines(file: string): { readonly records: readonly BenchRecord[]; readonly others: number } {
  try {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      // Each line may have one: files get put together.
      .map((line) => line.replace(/^\uFEFF/, ""))
      .filter((line) => line.trim() !== "");
    const records = lines.flatMap((line) => readRecord(line) ?? []);
    return { records, others: lines.length - records.length };
  } catch (error) {
    throw fileError(file, error);
  }
}

function tellOthers(file: string, count: number, tell: Tell | undefined): void {
  if (count === 0) return;
  tell?.(
    `${count} ${count === 1 ? "line" : "lines"} of ${file} ${count === 1 ? "is no run and was" : "are no runs and were"} passed over.`,
  );
}

function endTornLine(file: string): void {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  write(file, text === "" || text.endsWith("\n") ? "" : "\n");
}

function write(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw fileError(file, error);
  }
}

function fileError(file: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  return new UserError({
    code: "outcome-file",
    message: `The file of outcomes can't be used: ${(error as Error).message}.`,
    hint: `Check ${file}, or name another file.`,
  });
}

function noPlainFile(file: string): UserError {
  return new UserError({
    code: "outcome-file",
    message: `${file} is no plain file.`,
    hint: "Name a file: --out FILE.jsonl",
    exitCode: 2,
  });
}

function otherSetup(file: string, theirs: BenchSetup, ours: BenchSetup): UserError {
  const keys = (Object.keys(ours) as (keyof BenchSetup)[]).filter((key) => !isDeepStrictEqual(theirs[key], ours[key]));
  const differences = keys.map((key) => `${key} ${show(theirs[key])} there, ${show(ours[key])} now`);
  return new UserError({
    code: "other-setup",
    message: `${file} holds runs of another setup (${differences.join("; ")}).`,
    hint: "Name another file: --out FILE.jsonl",
    exitCode: 2,
  });
}

function show(value: BenchSetup[keyof BenchSetup]): string {
  return Array.isArray(value) ? `[${value.join(" ")}]` : `${value}`;
}
