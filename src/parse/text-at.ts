import { type Feed, type Reading, startsWith } from "./feed.ts";

/** The first of the texts that stands at `at`, or null. */
export function* textAt(feed: Feed, at: number, texts: readonly string[]): Reading<string | null> {
  for (const text of texts) if (yield* startsWith(feed, at, text)) return text;
  return null;
}
