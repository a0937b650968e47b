import { appendFileSync, existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { readJsonLine } from "./read-json-line.ts";

const record = z.object({
  program: z.string(),
  args: z.array(z.string()),
  sample: z.string(),
  seed: z.number(),
  passed: z.boolean(),
  seconds: z.number(),
});

/** What must be the same for a recorded run to count: the hash of the program and the sample, its arguments, sample and seed. */
export type RunKey = {
  readonly program: string;
  readonly args: readonly string[];
  readonly sample: string;
  readonly seed: number;
};

/** What is read back of a recorded run; the file's lines hold more. */
export type RecordedRun = z.infer<typeof record>;

/** Reads a file of results, one JSON object a line; other lines are passed over, and a torn last one is ended so that the next starts clean. No file: no results. */
export function readResults(file: string): RecordedRun[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap((line) => {
    const parsed = record.safeParse(readJsonLine(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** The recorded run of this key, if there is one. */
export function findResult(results: readonly RecordedRun[], key: RunKey): RecordedRun | undefined {
  const isSame = (run: RecordedRun): boolean =>
    run.program === key.program &&
    run.sample === key.sample &&
    run.seed === key.seed &&
    run.args.join("\n") === key.args.join("\n");
  return results.findLast(isSame);
}
