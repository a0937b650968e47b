/** Characters of a reply's thinking that are kept whole (H3). */
const MOST_CHARACTERS = 32_000;
/** Of a longer one: the beginning and the end, as shares of that. */
const HEAD = 0.6;
const TAIL = 0.3;

/** A reply's thinking in pieces (as the server sent it, as it stood in the text), joined; a very long one is cut in its middle. */
export function joinThoughts(...pieces: readonly string[]): string {
  const all = pieces.filter((piece) => piece !== "").join("\n\n");
  if (all.length <= MOST_CHARACTERS) return all;
  const head = all.slice(0, MOST_CHARACTERS * HEAD);
  const tail = all.slice(-MOST_CHARACTERS * TAIL);
  return `${head}\n[… ${all.length - head.length - tail.length} characters left out …]\n${tail}`;
}
