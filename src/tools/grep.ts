import * as z from "zod/mini";
import text from "../../prompts/tools/grep.md";
import { failure, nextCall } from "../lib/failure.ts";
import { resultCap } from "../lib/result-cap.ts";
import type { Tool } from "../types.ts";
import type { Paths } from "../workspace/paths.ts";
import type { GrepResult, Search } from "../workspace/search.ts";
import { defineArguments } from "./define-arguments.ts";
import { linesWithin } from "./lines-within.ts";

const args = defineArguments(z.object({ pattern: z.string(), path: z.optional(z.string()) }), {
  pattern: "function total",
});

/** Searches file contents; matches are grouped by file, numbered as `read` numbers lines. */
export function createGrepTool(search: Search, paths: Paths): Tool {
  return {
    name: "grep",
    description: text.trim(),
    parameters: {
      type: "object",
      properties: { pattern: { type: "string" }, path: { type: "string" } },
      required: ["pattern"],
    },
    async prepare(call) {
      const given = args.read(call);
      if (!given.ok) return given;
      if (given.value.pattern === "")
        return failure("The pattern is empty.", nextCall("grep", { pattern: "function total" }));
      const resolved = await paths.resolve(given.value.path || ".", "read");
      return resolved.ok ? { call, kind: "search", paths: [resolved.path] } : resolved;
    },
    async run({ call, paths: [path = "."] }, { facts, signal }) {
      const { pattern } = args.of(call);
      const result = await search.grep(pattern, path, signal);
      if (!result.ok) return result;
      return { ok: true, text: describe(result, pattern, path, resultCap(facts.window)) };
    },
  };
}

function describe(result: GrepResult, pattern: string, path: string, cap: number): string {
  const remark = result.isLiteral ? [`[not a valid regular expression: searched as plain text]`] : [];
  if (result.files.length === 0) {
    const where = path === "." ? "the project" : path;
    return [...remark, `No line in ${where} matches ${JSON.stringify(pattern)}.`].join("\n");
  }
  const lines = result.files.flatMap((file) => [
    file.path,
    ...file.lines.map(([number, line]) => `${number}\t${line}`),
  ]);
  const shown = linesWithin(lines, cap);
  const more =
    result.isComplete && shown.length === lines.length ? [] : ["[more matches: narrow the pattern or give a path]"];
  return [...remark, ...shown, ...more].join("\n");
}
