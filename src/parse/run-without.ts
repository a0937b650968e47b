/** A sticky pattern for a run, perhaps empty, of any characters but these; astral ones count as one. */
export function runWithout(characters: Iterable<string>): RegExp {
  const escaped = [...characters].map((char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return new RegExp(`[^${escaped.join("")}]*`, "uy");
}
