/** A text's lines without their ends (LF or CRLF) and without a byte order mark; a final line end opens no further line. */
export function splitLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
