import { splitLines } from "./split-lines.ts";

/** First lines of functions and methods in languages with braces; group 1 is the indentation, the first defined of the others the name. */
const BRACED =
  /^(\s*)(?:(?:export|default|public|private|protected|static|async|get|set|override|pub|fn|func|function)\b\*?\s*(?:\([^)]*\)\s*)?)*(?:(?:const|let|var)\s+([\w$#]+)\s*=\s*(?:async\s*)?(?:function\b.*|(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>\s*)|([\w$#]+)\s*(?:<[^>]*>)?\([^;]*)\{\s*$/;
const INDENTED = /^(\s*)(?:async\s+)?def\s+(\w+)\s*\(.*:\s*$/;
/** Words before a `(` or a block that are no functions. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "return",
  "function",
  "with",
  "match",
]);

export type Elided = {
  readonly text: string;
  /** Names of the functions whose bodies were taken out, in the file's order. */
  readonly names: readonly string[];
};

/** A file's text with the bodies of the named functions taken out; a comment stands in their place. A docstring stays. */
export function elideBodies(path: string, text: string, wanted: ReadonlySet<string>): Elided {
  const isPython = /\.pyi?$/.test(path);
  const lines = splitLines(text);
  const kept: string[] = [];
  const names: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    kept.push(line);
    const name = definedName(line, isPython);
    if (name === undefined || !wanted.has(name.replace(/^#/, ""))) continue;
    const end = isPython ? indentedEnd(lines, index) : bracedEnd(lines, index);
    if (end === undefined) continue;
    const start = isPython ? docstringEnd(lines, index + 1, end) : index + 1;
    const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
    kept.push(...lines.slice(index + 1, start), `${indent}${isPython ? "#" : "//"} write this`);
    names.push(name);
    index = end - 1;
  }
  return { text: `${kept.join("\n")}\n`, names };
}

function definedName(line: string, isPython: boolean): string | undefined {
  const match = (isPython ? INDENTED : BRACED).exec(line);
  const name = match?.[2] ?? match?.[3];
  return name !== undefined && !KEYWORDS.has(name) ? name : undefined;
}

/** Index of the line that closes the block: the next one of the same indentation that begins with a brace. */
function bracedEnd(lines: readonly string[], start: number): number | undefined {
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line, index) => index > start && line.startsWith(`${indent}}`));
  return end < 0 ? undefined : end;
}

/** Index of the first line behind a Python function's body. */
function indentedEnd(lines: readonly string[], start: number): number | undefined {
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0].length ?? 0;
  const isOutside = (line: string): boolean => line.trim() !== "" && (/^\s*/.exec(line)?.[0].length ?? 0) <= indent;
  const end = lines.findIndex((line, index) => index > start && isOutside(line));
  return end < 0 ? lines.length : end;
}

function docstringEnd(lines: readonly string[], start: number, end: number): number {
  const quote = /^\s*[rbu]*("""|''')/i.exec(lines[start] ?? "")?.[1];
  if (quote === undefined) return start;
  if ((lines[start] ?? "").split(quote).length > 2) return start + 1;
  const close = lines.findIndex((line, index) => index > start && index < end && line.includes(quote));
  return close < 0 ? start : close + 1;
}

/**
 * Names that a piece of code calls, those first on which its result rests most directly: with the fewest brackets around
 * them, and of these the last (`equal(new Cart().add(tea).subtotal(), 5)` → subtotal, add …; `equal(total(add(tea)), 5)` → total, add).
 */
export function calledNames(code: string): readonly string[] {
  const calls = [...code.matchAll(/([\w$]+)\s*\(/g)].map((match, order) => {
    const before = code.slice(0, match.index);
    const depth = before.split("(").length - before.split(")").length;
    return { name: match[1] ?? "", depth, order };
  });
  const ranked = calls.toSorted((one, other) => one.depth - other.depth || other.order - one.order);
  return [...new Set(ranked.map(({ name }) => name))].filter((name) => !KEYWORDS.has(name));
}
