import { environmentReads, forbiddenDisk, forbiddenImports, importCycles } from "./import-rules.ts";
import type { ImportTable } from "./import-table.ts";
import { namedParts } from "./name-rules.ts";
import { badFeatures, badNames, badShapes, oversized, oversizedAgent } from "./shape-rules.ts";
import { type Problem, readSource } from "./source-file.ts";

/** A known breach of one rule by one file, and why it stands. */
export type Exception = { readonly rule: string; readonly path: string; readonly reason: string };

/** All breaches of the house's rules in these files (path from the root → text). Exceptions that nothing needs any more are breaches too. */
export function checkArchitecture(
  files: ReadonlyMap<string, string>,
  table: ImportTable,
  exceptions: readonly Exception[] = [],
): Problem[] {
  const sources = [...files].map(([path, text]) => readSource(path, text));
  const scripts = sources.filter((file) => file.path.endsWith(".mjs"));
  const typescript = sources.filter((file) => file.path.endsWith(".ts"));
  const problems = [
    ...typescript.flatMap((file) => forbiddenImports(file, table)),
    ...typescript.flatMap((file) => forbiddenDisk(file, table)),
    ...typescript.flatMap(environmentReads),
    ...typescript.flatMap(badShapes),
    ...typescript.flatMap(oversized),
    ...scripts.flatMap(oversized),
    ...sources.flatMap(badNames),
    ...importCycles(typescript),
    ...namedParts(typescript),
    ...oversizedAgent(typescript),
    ...badFeatures(typescript),
  ];
  const isExcepted = (problem: Problem) => (one: Exception) => one.rule === problem.rule && one.path === problem.path;
  const unneeded = exceptions
    .filter((one) => !problems.some((problem) => isExcepted(problem)(one)))
    .map(({ rule, path }) => ({ rule: "exception", path, line: 1, text: `needs no exception from ${rule}` }));
  return [...problems.filter((problem) => !exceptions.some(isExcepted(problem))), ...unneeded];
}
