/** The last line of a program's output that says something, at most 300 characters. */
export function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
}
