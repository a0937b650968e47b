// npm run conformance: replies of many model families with what a correct parser reads from them, read by ours.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CaseResult, judgeCase, judgeConformance, readCase, tally } from "./conformance-figures.ts";
import { root } from "./run-sample.ts";
import { takeFlag, takeOption } from "./take-option.ts";

const USAGE = `Usage: npm run conformance -- [--cases FILE] [--failures]
  FILE holds one case of JSON a line; ../shared/cases/tool-calls.jsonl if none is named.`;

function main(args: string[]): number {
  const file = takeOption(args, "cases") ?? join(root, "../shared/cases/tool-calls.jsonl");
  const showFailures = takeFlag(args, "failures");
  if (args.length > 0) {
    console.log(USAGE);
    return args[0] === "--help" ? 0 : 2;
  }
  if (!existsSync(file)) {
    console.error(`no measurement: there is no ${file}\n${USAGE}`);
    return 2;
  }
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const cases = lines.map(readCase);
  const whole = cases.filter((one) => !one.partial);
  const named = whole.map((one) => judgeCase(one, one.family));
  const auto = whole.map((one) => judgeCase(one, "auto"));
  console.log(`${whole.length} whole replies of ${file}; ${cases.length - whole.length} cut ones are passed over`);
  console.log(
    "\nfamily named and auto: cases with calls that are right, false calls, texts and thoughts that are right",
  );
  for (const line of [...toTable("family", named, auto), "", ...toTable("dialect", named, auto)]) console.log(line);
  if (showFailures) for (const [index, one] of whole.entries()) printFailure(one.text, named[index], auto[index]);
  console.log();
  const judgements = [judgeConformance("named", tally(named)), judgeConformance("auto", tally(auto))];
  for (const { line } of judgements) console.log(line);
  return Math.max(...judgements.map(({ exitCode }) => exitCode));
}

function toTable(by: "family" | "dialect", named: readonly CaseResult[], auto: readonly CaseResult[]): string[] {
  const groups = [...new Set(named.map((result) => result[by]))].sort();
  return [...groups, "all"].map((group) => {
    // A case's line is the same in both lists: a dialect's row holds the cases that it read with the family named.
    const isOf = (_: CaseResult, index: number): boolean => group === "all" || named[index]?.[by] === group;
    return `  ${group.padEnd(46)}${cells(named.filter(isOf))}    ${cells(auto.filter(isOf))}`;
  });
}

function cells(results: readonly CaseResult[]): string {
  const counts = tally(results);
  const right = `${counts.right}/${counts.withCalls}`.padStart(9);
  const texts = `${counts.textRight}/${counts.compared}`.padStart(9);
  return right + String(counts.falseCalls).padStart(4) + texts;
}

function printFailure(text: string, ...results: readonly (CaseResult | undefined)[]): void {
  const isRight = results.every((result) => result?.isRight && result.isTextRight !== false);
  if (!isRight) console.log(`\n${results.map((result) => JSON.stringify(result)).join("\n")}\n${JSON.stringify(text)}`);
}

process.exitCode = main(process.argv.slice(2));
