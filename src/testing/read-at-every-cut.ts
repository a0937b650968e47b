import { parseReply } from "./parse-reply.ts";

/** Reads a reply whole, in single characters and cut in two at every place; throws where the results differ or what was shown is taken back. */
export function readAtEveryCut(reply: string, options: Parameters<typeof parseReply>[1] = {}) {
  const { shown: _, ...whole } = parseReply(reply, options);
  const expected = JSON.stringify(whole);
  const halves = [...reply].map((_, at) => [reply.slice(0, at), reply.slice(at)]);
  for (const pieces of [[...reply], ...halves]) {
    const { shown, ...parsed } = parseReply(pieces, options);
    if (JSON.stringify(parsed) !== expected)
      throw new Error(`${JSON.stringify(pieces)} reads as ${JSON.stringify(parsed)}`);
    if (!parsed.text.startsWith(shown)) throw new Error(`${JSON.stringify(pieces)} takes back what it showed`);
  }
  return whole;
}
