/** The line end that most lines of a text have; LF where there is none. */
export function lineEnding(text: string): "\n" | "\r\n" {
  const crlf = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return crlf > all / 2 ? "\r\n" : "\n";
}

/** A text with all its line ends made LF or CRLF. */
export function withLineEnding(text: string, ending: "\n" | "\r\n"): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\n", ending);
}
