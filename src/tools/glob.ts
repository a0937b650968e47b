import * as z from "zod/mini";
import text from "../../prompts/tools/glob.md";
import { resultCap } from "../lib/result-cap.ts";
import type { Tool } from "../types.ts";
import type { Search } from "../workspace/search.ts";
import { defineArguments } from "./define-arguments.ts";
import { linesWithin } from "./lines-within.ts";

const args = defineArguments(z.object({ pattern: z.string() }), { pattern: "src/**/*.js" });

/** Finds files by a pattern on their paths. */
export function createGlobTool(search: Search): Tool {
  return {
    name: "glob",
    description: text.trim(),
    parameters: { type: "object", properties: { pattern: { type: "string" } }, required: ["pattern"] },
    async prepare(call) {
      const given = args.read(call);
      return given.ok ? { call, kind: "search", paths: ["."] } : given;
    },
    async run({ call }, { facts, signal }) {
      const { pattern } = args.of(call);
      const result = await search.glob(pattern, signal);
      if (!result.ok) return result;
      if (result.paths.length === 0) return { ok: true, text: `No file matches ${JSON.stringify(pattern)}.` };
      const shown = linesWithin(result.paths, resultCap(facts.window));
      const more =
        result.isComplete && shown.length === result.paths.length ? [] : ["[more files: narrow the pattern]"];
      return { ok: true, text: [...shown, ...more].join("\n") };
    },
  };
}
