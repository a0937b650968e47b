/**
 * Lines as every view of a file shows them: number, tab, line. `first` is the number of the first one.
 * A tab costs a fifth fewer tokens than `|`, `: ` or an arrow (Qwen2.5-Coder's tokenizer, 500 lines of Python).
 */
export function numberLines(lines: readonly string[], first = 1): string {
  return lines.map((line, index) => `${first + index}\t${line}`).join("\n");
}
