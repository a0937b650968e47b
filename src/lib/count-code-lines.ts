/** How a language marks text that is no code: the beginnings of comment lines, and what opens and closes a block of such text on its own lines. */
type Comments = { readonly line: RegExp; readonly open: RegExp; readonly close: (opener: string) => string };

const HASH: Comments = { line: /^#/, open: /^(?:[rbu]{0,2})("""|''')/i, close: (opener) => opener };
const SLASHES: Comments = { line: /^\/\//, open: /^(\/\*)/, close: () => "*/" };

const BY_EXTENSION: readonly (readonly [RegExp, Comments])[] = [
  [/\.pyi?$/i, HASH],
  [/\.(?:[cm]?[jt]sx?|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|scala|dart)$/i, SLASHES],
];

/** Lines of a file that are neither blank nor, in the languages known, comments or strings standing alone (docstrings). */
export function countCodeLines(path: string, text: string): number {
  const comments = BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1];
  const lines = text.split("\n").map((line) => line.trim());
  if (!comments) return lines.filter((line) => line !== "").length;
  let closer: string | undefined;
  return lines.filter((line) => {
    if (closer !== undefined) {
      if (line.includes(closer)) closer = undefined;
      return false;
    }
    const opener = comments.open.exec(line);
    if (!opener) return line !== "" && !comments.line.test(line);
    const end = comments.close(opener[1] ?? "");
    if (!line.slice(opener[0].length).includes(end)) closer = end;
    return false;
  }).length;
}
