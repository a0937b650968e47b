import { compareRuns } from "../bench/compare/compare-runs.ts";
import { groupNames } from "../bench/report/group-names.ts";
import { reportPage } from "../bench/report/report-page.ts";
import { writePage } from "../bench/report/write-page.ts";
import { readOutcomes } from "../bench/run/outcome-file.ts";
import { plainLine } from "./plain-line.ts";

/** `whippet bench compare`: prints how two files of outcomes differ. */
export function compareFiles(a: string, b: string): void {
  process.stdout.write(`${compareRuns(readOutcomes(a, warn), readOutcomes(b, warn), { a, b })}\n`);
}

/** `whippet bench report`: writes one page about files of outcomes, a group for each. */
export function writeReport(files: readonly string[], page: string): void {
  const names = groupNames(files);
  const groups = files.map((file, at) => ({ name: names[at] ?? file, records: readOutcomes(file, warn) }));
  writePage(page, reportPage(groups), files);
  process.stdout.write(`${page}\n`);
}

function warn(sentence: string): void {
  process.stderr.write(`${plainLine(sentence)}\n`);
}
