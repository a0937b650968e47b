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

/** Every third line of a body is one of its parts, numbered from 0: few gaps at a time, and three parts cover it. */
export const PARTS = 3;

export type Masked = {
  readonly text: string;
  /** Lines taken out; 0 where the file defines no such function or its body has nothing to take out. */
  readonly count: number;
};

/** What stands in the place of a line that was taken out. */
const GAP = "…";

/**
 * A file's text with one part of a function's body taken out and marked by gaps. Comments, docstrings, blank lines and lone
 * brackets stay, and are not counted.
 */
export function maskBody(path: string, text: string, name: string, part: number): Masked {
  const lines = splitLines(text);
  const body = bodyRange(path, lines, name);
  if (!body) return { text, count: 0 };
  let number = 0;
  let count = 0;
  const masked = lines.map((line, index) => {
    if (index < body.first || index >= body.end || !/\w/.test(line) || /^\s*(?:\/\/|\/?\*|#)/.test(line)) return line;
    number += 1;
    if ((number - 1) % PARTS !== part) return line;
    count += 1;
    return `${/^\s*/.exec(line)?.[0] ?? ""}${GAP}`;
  });
  return { text: count > 0 ? `${masked.join("\n")}\n` : text, count };
}

/** The body of a function that a file defines, its docstring apart; empty where there is none. */
export function functionBody(path: string, text: string, name: string): string {
  const lines = splitLines(text);
  const body = bodyRange(path, lines, name);
  return body ? lines.slice(body.first, body.end).join("\n") : "";
}

/** Indexes of a body's first line and of the line behind it. */
function bodyRange(path: string, lines: readonly string[], name: string): { first: number; end: number } | undefined {
  const isPython = /\.pyi?$/.test(path);
  const start = lines.findIndex((line) => definedName(line, isPython)?.replace(/^#/, "") === name);
  const end = start < 0 ? undefined : isPython ? indentedEnd(lines, start) : bracedEnd(lines, start);
  if (end === undefined) return undefined;
  return { first: isPython ? docstringEnd(lines, start + 1, end) : start + 1, end };
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

/** Names that a failing test calls, from the text of its failure: those of the last source line shown (the one that failed) before others. */
export function failingCalls(failure: string): readonly string[] {
  const source = failure.split("\n").filter((line) => /^\s+\d+\t/.test(line));
  return [...new Set([...calledNames(source.at(-1) ?? ""), ...calledNames(failure)])];
}
