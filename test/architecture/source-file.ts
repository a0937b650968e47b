import { posix } from "node:path";
import { parseSync } from "oxc-parser";

/** A node of the syntax tree, as far as the rules look at it: any further fields are other nodes, lists of them, or plain values. */
export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

/** `target` is a path from the repository's root for files of ours, else the bare specifier. */
export type Import = { readonly target: string; readonly ours: boolean; readonly line: number };

/** One file, read. `unit` is its name in the import table: the path without `src/` and extension. */
export type SourceFile = {
  readonly path: string;
  readonly unit: string;
  readonly isTest: boolean;
  readonly lines: number;
  readonly program: SyntaxNode;
  readonly imports: readonly Import[];
  readonly reExports: readonly number[];
  readonly lineOf: (offset: number) => number;
};

export type Problem = { readonly rule: string; readonly path: string; readonly line: number; readonly text: string };

/** Name of a file or folder as the import table writes it: `src/log/select.ts` is `log/select`. */
export function unitOf(path: string): string {
  return path.replace(/^src\//, "").replace(/\.(test\.)?\w+$/, "");
}

/** Parses a TypeScript or JavaScript file; text that does not parse throws. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  const tree = program as unknown as SyntaxNode;
  const imports: Import[] = [];
  walk(tree, (node) => {
    const specifier = importedSpecifier(node);
    if (specifier === undefined) return;
    const ours = specifier.startsWith(".");
    const target = ours ? posix.join(posix.dirname(path), specifier) : specifier;
    imports.push({ target, ours, line: lineOf(node.start) });
  });
  return {
    path,
    unit: unitOf(path),
    isTest: path.startsWith("test/") || path.endsWith(".test.ts"),
    lines: text.replace(/\n$/, "").split("\n").length,
    program: tree,
    imports,
    reExports: module.staticExports
      .filter((one) => one.entries.some((entry) => entry.moduleRequest))
      .map((one) => lineOf(one.start)),
    lineOf,
  };
}

/** Calls `visit` for each node, parents first; `parents` are nearest last, and valid during the call only. */
export function walk(root: SyntaxNode, visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void): void {
  const parents: SyntaxNode[] = [];
  const descend = (node: SyntaxNode): void => {
    visit(node, parents);
    parents.push(node);
    for (const field in node) {
      const value = node[field];
      if (Array.isArray(value)) for (const child of value) isNode(child) && descend(child);
      else if (isNode(value)) descend(value);
    }
    parents.pop();
  };
  descend(root);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** The text of a string literal, also of a template without holes. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  const quasis = node["quasis"];
  if (node.type !== "TemplateLiteral" || !Array.isArray(quasis) || quasis.length !== 1) return undefined;
  return (quasis[0] as { value: { cooked: string } }).value.cooked;
}

/** Name of an identifier, of a member access (`a.b?.name`, `a["name"]`) or of a string used as a key. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return node["name"] as string;
  if (node.type === "ChainExpression") return nameOf(node["expression"]);
  if (node.type === "MemberExpression")
    return node["computed"] ? literalText(node["property"]) : nameOf(node["property"]);
  return literalText(node);
}

const LOADERS = new Set(["require", "getBuiltinModule"]);

function importedSpecifier(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return literalText(node["source"]);
    case "TSExternalModuleReference":
      return literalText(node["expression"]);
    case "CallExpression":
      return LOADERS.has(nameOf(node["callee"]) ?? "") ? literalText((node["arguments"] as unknown[])[0]) : undefined;
    default:
      return undefined;
  }
}
