/** Lines of a Node.js stack trace that say nothing about the project: the runtime's own frames, packages, closing words. */
const NOISE =
  /\bnode:(?:internal|async_hooks|events|vm|child_process)\b|\/node_modules\/|new (?:Safe)?Promise \(|^Node\.js v\d/;

/** Drops the frames of the runtime and of packages, and blank lines at both ends. */
export function withoutNodeFrames(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !NOISE.test(line));
  return trimBlankLines(kept.map((line) => line.replace(/ at (?:async )?\S*<anonymous> \((.*)\)$/, " at $1")));
}

/** Without blank lines at both ends, and with at most one in a row. */
export function trimBlankLines(lines: readonly string[]): string[] {
  const kept = lines.filter((line, index) => line.trim() !== "" || (index > 0 && lines[index - 1]?.trim() !== ""));
  while (kept[0]?.trim() === "") kept.shift();
  while (kept.at(-1)?.trim() === "") kept.pop();
  return kept;
}
