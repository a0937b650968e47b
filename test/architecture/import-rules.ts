import { type ImportTable, liesIn } from "./import-table.ts";
import { isNode, nameOf, type Problem, type SourceFile, unitOf, walk } from "./source-file.ts";

const DISK_MODULES = new Set(["fs", "fs/promises", "child_process"]);

/** Imports that the table does not allow, `import type` and late ones included. Test files may import anything. */
export function forbiddenImports(file: SourceFile, table: ImportTable): Problem[] {
  if (file.isTest) return [];
  const home = [...table.mayImport.keys()].find((folder) => liesIn(file.unit, folder));
  if (home === undefined)
    return [
      { rule: "import", path: file.path, line: 1, text: "its folder has no row in ARCHITECTURE.md's import table" },
    ];
  const allowed = [home, ...(table.mayImport.get(home) ?? [])];
  return file.imports
    .filter((one) => one.ours && !allowed.some((folder) => liesIn(unitOf(one.target), folder)))
    .map(({ target, line }) => ({
      rule: "import",
      path: file.path,
      line,
      text: `${home} may not import ${unitOf(target)}`,
    }));
}

/** Files of ours that import each other in a circle: one problem a circle, told at its first file by name. */
export function importCycles(files: readonly SourceFile[]): Problem[] {
  const byPath = new Map(files.filter((file) => !file.isTest).map((file) => [file.path, file]));
  const done = new Set<string>();
  const problems: Problem[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const circle = [...trail.slice(start), path].join(" → ");
      problems.push({ rule: "cycle", path, line: 1, text: circle });
    }
    if (start >= 0 || done.has(path)) return;
    for (const one of byPath.get(path)?.imports ?? []) if (byPath.has(one.target)) visit(one.target, [...trail, path]);
    done.add(path);
  };
  for (const path of [...byPath.keys()].sort()) visit(path, []);
  return problems;
}

/** `node:fs` and `node:child_process`, however imported, outside the folders that the table names. Tests may. */
export function forbiddenDisk(file: SourceFile, table: ImportTable): Problem[] {
  if (file.isTest || table.disk.some((folder) => liesIn(file.unit, folder))) return [];
  return file.imports
    .filter((one) => DISK_MODULES.has(one.target.replace(/^node:/, "")))
    .map(({ target, line }) => ({
      rule: "disk",
      path: file.path,
      line,
      text: `${target} is only for ${table.disk.join(", ")}`,
    }));
}

/** Reading the environment, in any spelling, outside `config/load.ts`. */
export function environmentReads(file: SourceFile): Problem[] {
  if (file.unit === "config/load") return [];
  const problems: Problem[] = [];
  walk(file.program, (node, parents) => {
    const parent = parents.at(-1);
    const direct = node.type === "MemberExpression" && nameOf(node) === "env" && nameOf(node["object"]) === "process";
    const destructured =
      node.type === "VariableDeclarator" && nameOf(node["init"]) === "process" && hasKey(node["id"], "env");
    const imported = node.type === "ImportSpecifier" && nameOf(node["imported"]) === "env" && isProcessModule(parent);
    if (!direct && !destructured && !imported) return;
    problems.push({
      rule: "environment",
      path: file.path,
      line: file.lineOf(node.start),
      text: "process.env is only for config/load.ts",
    });
  });
  return problems;
}

function hasKey(pattern: unknown, key: string): boolean {
  if (!isNode(pattern) || pattern.type !== "ObjectPattern") return false;
  return (pattern["properties"] as unknown[]).some((one) => isNode(one) && nameOf(one["key"]) === key);
}

function isProcessModule(node: unknown): boolean {
  return isNode(node) && /^(node:)?process$/.test(nameOf(node["source"]) ?? "");
}
