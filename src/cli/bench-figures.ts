import { basename } from "node:path";
import { compareRuns } from "../bench/compare/compare-runs.ts";
import { reportPage } from "../bench/report/report-page.ts";
import { writePage } from "../bench/report/write-page.ts";
import { readOutcomes } from "../bench/run/outcome-file.ts";

/** `whippet bench compare`: prints how two files of outcomes differ. */
export function compareFiles(a: string, b: string): void {
  process.stdout.write(`${compareRuns(readOutcomes(a), readOutcomes(b), { a, b })}\n`);
}

/** `whippet bench report`: writes one page about files of outcomes, a group for each. */
export function writeReport(files: readonly string[], page: string): void {
  const groups = files.map((file) => ({ name: basename(file).replace(/\.jsonl$/, ""), records: readOutcomes(file) }));
  writePage(page, reportPage(groups));
  process.stdout.write(`${page}\n`);
}
