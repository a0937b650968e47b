import * as z from "zod/mini";
import text from "../../prompts/tools/list.md";
import { resultCap } from "../lib/result-cap.ts";
import type { Tool } from "../types.ts";
import type { Paths } from "../workspace/paths.ts";
import type { Search } from "../workspace/search.ts";
import { defineArguments } from "./define-arguments.ts";
import { linesWithin } from "./lines-within.ts";

const args = defineArguments(z.object({ path: z.optional(z.string()) }), { path: "src" });

/** Lists a folder: every file below it, or its entries where those are many. */
export function createListTool(search: Search, paths: Paths): Tool {
  return {
    name: "list",
    description: text.trim(),
    parameters: { type: "object", properties: { path: { type: "string" } }, required: [] },
    async prepare(call) {
      const given = args.read(call);
      if (!given.ok) return given;
      const resolved = await paths.resolve(given.value.path || ".", "read");
      return resolved.ok ? { call, kind: "search", paths: [resolved.path] } : resolved;
    },
    async run({ paths: [path = "."] }, { facts, signal }) {
      const result = await search.list(path, signal);
      if (!result.ok) return result;
      if (result.paths.length === 0)
        return { ok: true, text: `${path === "." ? "The project folder" : path} is empty.` };
      const shown = linesWithin(result.paths, resultCap(facts.window));
      const more = result.isComplete && shown.length === result.paths.length ? [] : ["[more files: list a folder]"];
      return { ok: true, text: [...shown, ...more].join("\n") };
    },
  };
}
