/** The first lines that fit into `maxChars` characters, line ends counted. */
export function linesWithin(lines: readonly string[], maxChars: number): readonly string[] {
  let used = 0;
  const shown: string[] = [];
  for (const line of lines) {
    used += line.length + 1;
    if (used > maxChars) break;
    shown.push(line);
  }
  return shown;
}
