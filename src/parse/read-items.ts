import type { Reading } from "./feed.ts";
import { isAtEnd, type JsonCursor, unexpected } from "./json-cursor.ts";

/**
 * From the opening bracket at the cursor to behind the closing one, which may miss at the end of the text, but only
 * behind a whole item. `next` moves to the next token; `mayLackComma` tells by the characters before and behind a gap whether
 * a comma was forgotten there. Tells whether one stood behind the last item.
 */
export function* readItems(
  cursor: JsonCursor,
  close: string,
  next: (cursor: JsonCursor) => Reading<string>,
  readItem: () => Reading<void>,
  mayLackComma: (before: string, behind: string) => boolean = () => false,
): Reading<boolean> {
  let hasTrailingComma = false;
  cursor.at += 1;
  let char = yield* next(cursor);
  while (char !== close) {
    yield* readItem();
    const before = cursor.feed.text.charAt(cursor.at - 1);
    char = yield* next(cursor);
    if (char === ",") {
      cursor.at += 1;
      char = yield* next(cursor);
      hasTrailingComma = char === close;
    } else if (char !== close) {
      if (yield* isAtEnd(cursor)) {
        cursor.damage.add("unclosed");
        return false;
      }
      if (!mayLackComma(before, char)) throw yield* unexpected(cursor, `"," or "${close}"`);
      cursor.damage.add("missing-comma");
    }
  }
  cursor.at += 1;
  if (hasTrailingComma) cursor.damage.add("trailing-comma");
  return hasTrailingComma;
}
