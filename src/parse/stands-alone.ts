import { endsLine } from "./ends-line.ts";
import type { Feed, Reading } from "./feed.ts";

/** Whether JSON that ends at `valueEnd`, or at `end` with closing brackets too many and blanks, has nothing behind it on its line but perhaps a tag. */
export function* standsAlone(feed: Feed, valueEnd: number, end: number): Reading<boolean> {
  return feed.text.slice(valueEnd, end).includes("\n") || (yield* endsLine(feed, end));
}
