import { createReplyParser, type ReplyParserOptions } from "../parse/create-reply-parser.ts";
import type { Finish } from "../parse/feed.ts";
import type { ParsedReply } from "../parse/reply-parts.ts";
import type { ToolSpec } from "../types.ts";

const text = { type: "string" };

/** Tools shaped like Whippet's own, for tests of reading. */
export const EXAMPLE_TOOLS: readonly ToolSpec[] = [
  spec("read", { path: text, offset: { type: "integer" }, limit: { type: "integer" } }, ["path"]),
  spec("write", { path: text, content: text }, ["path", "content"]),
  spec("edit", { path: text, old: text, new: text }, ["path", "old", "new"]),
  spec("bash", { command: text, timeout: { type: "number" } }, ["command"]),
  spec("grep", { pattern: text, path: text }, ["pattern"]),
  spec("glob", { pattern: text }, ["pattern"]),
  spec("list", { path: text }, []),
];

function spec(name: string, properties: { [key: string]: { type: string } }, required: string[]): ToolSpec {
  return { name, description: "", parameters: { type: "object", properties, required } };
}

/** Reads a reply given in pieces, as it streams in; ids count from 1. `shown` is what a person saw before the end. */
export function parseReply(
  reply: string | readonly string[],
  options: Partial<ReplyParserOptions> & { readonly finish?: Finish } = {},
): Omit<ParsedReply, "raw"> & { readonly shown: string } {
  const { finish = "stop", ...rest } = options;
  let ids = 0;
  const parser = createReplyParser({ tools: EXAMPLE_TOOLS, newId: () => `${++ids}`, ...rest });
  const pieces = typeof reply === "string" ? [reply] : reply;
  const shown = pieces.map((piece) => parser.push(piece)).join("");
  const { raw: _, ...parsed } = parser.end(finish);
  return { ...parsed, shown };
}
