import { isNode, nameOf, type Problem, type SourceFile, type SyntaxNode, walk } from "./source-file.ts";

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;
const MAX_AGENT_LINES = 450;
const LISTS = new Set(["src/tools/index.ts", "src/features/index.ts", "src/parse/dialects/index.ts"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Files and functions over their limits of lines, tests aside. */
export function oversized(file: SourceFile): Problem[] {
  if (file.isTest) return [];
  const problems: Problem[] = [];
  if (file.lines > MAX_FILE_LINES) {
    problems.push({
      rule: "file-size",
      path: file.path,
      line: 1,
      text: `${file.lines} lines, limit ${MAX_FILE_LINES}`,
    });
  }
  walk(file.program, (node, parents) => {
    if (!FUNCTIONS.has(node.type)) return;
    const line = file.lineOf(node.start);
    const length = file.lineOf(node.end) - line + 1;
    if (length <= MAX_FUNCTION_LINES) return;
    const parent = parents.at(-1);
    const name = nameOf(node["id"]) ?? nameOf(parent?.["id"]) ?? nameOf(parent?.["key"]) ?? "a function";
    problems.push({
      rule: "function-size",
      path: file.path,
      line,
      text: `${name}: ${length} lines, limit ${MAX_FUNCTION_LINES}`,
    });
  });
  return problems;
}

/** The whole of `agent/` over its limit, tests aside. */
export function oversizedAgent(files: readonly SourceFile[]): Problem[] {
  const total = files
    .filter((file) => file.path.startsWith("src/agent/") && !file.isTest)
    .reduce((sum, file) => sum + file.lines, 0);
  return total > MAX_AGENT_LINES
    ? [{ rule: "agent-size", path: "src/agent", line: 1, text: `${total} lines, limit ${MAX_AGENT_LINES}` }]
    : [];
}

/** Default exports; files that pass on what others export, the three lists aside; state that outlives a call (tests may); errors that vanish. */
export function badShapes(file: SourceFile): Problem[] {
  const problem = (rule: string, node: SyntaxNode, text: string): Problem => ({
    rule,
    path: file.path,
    line: file.lineOf(node.start),
    text,
  });
  const problems: Problem[] = [];
  walk(file.program, (node, parents) => {
    if (isDefaultExport(node)) problems.push(problem("default-export", node, "exports have names"));
    if (!file.isTest && node.type === "VariableDeclaration" && node["kind"] !== "const" && isAtTop(parents)) {
      problems.push(problem("module-state", node, `a module-level ${node["kind"]}`));
    }
    if (swallowsErrors(node)) problems.push(problem("empty-catch", node, "an error is caught and ignored"));
  });
  if (!LISTS.has(file.path)) {
    for (const line of file.reExports)
      problems.push({ rule: "barrel", path: file.path, line, text: "passes on another file's exports" });
  }
  return problems;
}

/** Features without a test file beside them, and features that import another feature, which only the list may do. */
export function badFeatures(files: readonly SourceFile[]): Problem[] {
  const paths = new Set(files.map((file) => file.path));
  const features = new Set(files.filter(isFeature).map((file) => file.path));
  const untested = [...features].filter((path) => !paths.has(path.replace(/\.ts$/, ".test.ts")));
  const friends = files
    .filter((file) => file.path.startsWith("src/features/") && !file.isTest && !LISTS.has(file.path))
    .flatMap((file) =>
      file.imports.filter((one) => features.has(one.target)).map((one) => ({ path: file.path, ...one })),
    );
  return [
    ...untested.map((path) => ({ rule: "feature-test", path, line: 1, text: "no test beside it" })),
    ...friends.map(({ path, line, target }) => ({
      rule: "feature-import",
      path,
      line,
      text: `imports the feature ${target}`,
    })),
  ];
}

/** A file that uses the type `Feature`; the list of features is none. */
function isFeature(file: SourceFile): boolean {
  if (!file.path.startsWith("src/features/") || file.isTest || LISTS.has(file.path)) return false;
  const found: SyntaxNode[] = [];
  walk(file.program, (node) => {
    if (node.type === "ImportSpecifier" && nameOf(node["imported"]) === "Feature") found.push(node);
  });
  return found.length > 0;
}

/** File and folder names that are not kebab-case, or say nothing. */
export function badNames(file: SourceFile): Problem[] {
  const parts = file.unit.split("/");
  const bad = parts.find(
    (part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || /\b(utils?|managers?|services?|helpers?)\b/.test(part),
  );
  return bad === undefined
    ? []
    : [{ rule: "file-name", path: file.path, line: 1, text: `"${bad}" is not kebab-case, or says nothing` }];
}

function isDefaultExport(node: SyntaxNode): boolean {
  return (
    node.type === "ExportDefaultDeclaration" ||
    (node.type === "ExportSpecifier" && nameOf(node["exported"]) === "default")
  );
}

function isAtTop(parents: readonly SyntaxNode[]): boolean {
  return parents.every((parent) => parent.type === "Program" || parent.type === "ExportNamedDeclaration");
}

function swallowsErrors(node: SyntaxNode): boolean {
  if (node.type === "CatchClause") return isEmptyBlock(node["body"]);
  if (node.type !== "CallExpression" || !isNode(node["callee"]) || node["callee"].type !== "MemberExpression")
    return false;
  const [handler] = node["arguments"] as unknown[];
  return nameOf(node["callee"]) === "catch" && isNode(handler) && isEmptyBlock(handler["body"]);
}

function isEmptyBlock(node: unknown): boolean {
  return isNode(node) && node.type === "BlockStatement" && (node["body"] as unknown[]).length === 0;
}
