/** Where a text stands in another: character offsets, end exclusive. */
export type Occurrence = { readonly start: number; readonly end: number };

/**
 * Every place of `wanted` in `text`, overlapping ones too; a line end matches whether it is LF or CRLF on either side.
 * Offsets are those of `text` as it is. At most 100 are returned.
 */
export function findOccurrences(text: string, wanted: string): readonly Occurrence[] {
  const needle = wanted.replaceAll("\r\n", "\n");
  if (needle === "") return [];
  const plain = text.replaceAll("\r\n", "\n");
  const offsetOf = text.length === plain.length ? (at: number) => at : rawOffsets(text);
  const found: Occurrence[] = [];
  for (let at = plain.indexOf(needle); at >= 0 && found.length < 100; at = plain.indexOf(needle, at + 1)) {
    found.push({ start: offsetOf(at), end: offsetOf(at + needle.length) });
  }
  return found;
}

/** From an offset in the LF form to the offset in the text itself. */
function rawOffsets(text: string): (at: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) ends.push(at - ends.length);
  return (at) => at + countBelow(ends, at);
}

/** How many of the rising `numbers` are below `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
