import { isNode, literalText, nameOf, type Problem, type SourceFile, type SyntaxNode, walk } from "./source-file.ts";

const OWNERS = /^src\/(tools|features|providers)\//;

/** Names of all tools, features and providers: their files' and folders' names, and each `name: "…"` written in them. */
export function partNames(files: readonly SourceFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of files) {
    if (file.isTest || !OWNERS.test(file.path)) continue;
    for (const part of file.unit.split("/").slice(1)) names.add(part);
    walk(file.program, (node) => {
      const name = node.type === "Property" && nameOf(node["key"]) === "name" ? literalText(node["value"]) : undefined;
      if (name !== undefined) names.add(name);
    });
  }
  names.delete("index");
  return names;
}

/** Each property of the vocabulary with the strings that it may hold: `kind` may be "read", `name` may be anything, so it is not here. */
export function vocabularyOf(types: SourceFile | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const aliases = new Map<string, SyntaxNode>();
  const vocabulary = new Map<string, Set<string>>();
  const strings = (type: unknown): string[] => {
    if (!isNode(type)) return [];
    if (type.type === "TSLiteralType") return [literalText(type["literal"]) ?? []].flat();
    if (type.type === "TSUnionType") return (type["types"] as unknown[]).flatMap(strings);
    return type.type === "TSTypeReference" ? strings(aliases.get(nameOf(type["typeName"]) ?? "")) : [];
  };
  if (!types) return vocabulary;
  walk(types.program, (node) => {
    if (node.type === "TSTypeAliasDeclaration")
      aliases.set(nameOf(node["id"]) ?? "", node["typeAnnotation"] as SyntaxNode);
  });
  walk(types.program, (node) => {
    const annotation = node["typeAnnotation"];
    if (node.type !== "TSPropertySignature" || !isNode(annotation)) return;
    const key = nameOf(node["key"]) ?? "";
    vocabulary.set(key, new Set([...(vocabulary.get(key) ?? []), ...strings(annotation["typeAnnotation"])]));
  });
  return vocabulary;
}

/** A part's name as a string in `agent/`. A word of the vocabulary is none where it is used as one: `action.kind === "read"` is fine, `call.name === "read"` is not. */
export function namedParts(files: readonly SourceFile[]): Problem[] {
  const names = partNames(files);
  const vocabulary = vocabularyOf(files.find((file) => file.path === "src/types.ts"));
  const problems: Problem[] = [];
  for (const file of files) {
    if (file.isTest || !file.path.startsWith("src/agent/")) continue;
    walk(file.program, (node, parents) => {
      const text = literalText(node);
      if (text === undefined || !names.has(text)) return;
      if (vocabulary.get(propertyOf(node, parents) ?? "")?.has(text)) return;
      problems.push({
        rule: "part-name",
        path: file.path,
        line: file.lineOf(node.start),
        text: `"${text}" is the name of a tool, feature or provider`,
      });
    });
  }
  return problems;
}

const TRANSPARENT = new Set([
  "ConditionalExpression",
  "LogicalExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSLiteralType",
  "TSUnionType",
  "TSTypeAnnotation",
]);

/** The property that a literal is compared with or given to. */
function propertyOf(node: SyntaxNode, parents: readonly SyntaxNode[]): string | undefined {
  const at = parents.findLastIndex((one) => !TRANSPARENT.has(one.type));
  const parent = parents[at];
  const child = parents[at + 1] ?? node;
  switch (parent?.type) {
    case "BinaryExpression":
      return nameOf(parent["left"] === child ? parent["right"] : parent["left"]);
    case "SwitchCase":
      return nameOf(parents[at - 1]?.["discriminant"]);
    case "Property":
    case "TSPropertySignature":
      return parent["key"] === child ? undefined : nameOf(parent["key"]);
    default:
      return undefined;
  }
}
