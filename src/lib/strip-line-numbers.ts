const NUMBERED = /^\s*(\d+)(?:\t| \| ?|\|)(.*)$/s;

/**
 * A text without the line numbers of a pasted listing (`12<tab>code` or `12|code`). Unchanged unless every line that is
 * not empty carries the next number. One line alone counts only as `1<tab>code`, the listing of a file of one line.
 */
export function stripLineNumbers(text: string): string {
  const stripped: string[] = [];
  let numbered = 0;
  let next: number | undefined;
  let blanks = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      stripped.push(line);
      blanks += 1;
      continue;
    }
    const [, digits, rest] = NUMBERED.exec(line) ?? [];
    const number = Number(digits);
    // Empty lines may have lost their number, but they may also not have been counted.
    if (rest === undefined || (next !== undefined && number !== next && number !== next + blanks)) return text;
    stripped.push(rest);
    numbered += 1;
    next = number + 1;
    blanks = 0;
  }
  return numbered >= 2 || (numbered === 1 && text.startsWith("1\t")) ? stripped.join("\n") : text;
}
