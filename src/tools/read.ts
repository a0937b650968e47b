import * as z from "zod/mini";
import text from "../../prompts/tools/read.md";
import { failure, nextCall } from "../lib/failure.ts";
import { resultCap } from "../lib/result-cap.ts";
import { viewLines } from "../lib/view-lines.ts";
import type { Tool } from "../types.ts";
import type { Files } from "../workspace/files.ts";
import { defineArguments } from "./define-arguments.ts";

const args = defineArguments(z.object({ path: z.string(), offset: z.optional(z.int()), limit: z.optional(z.int()) }), {
  path: "src/main.js",
});

/** Shows a text file, numbered and bounded; what was shown is in the effects. */
export function createReadTool(files: Files): Tool {
  return {
    name: "read",
    description: text.trim(),
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, offset: { type: "integer" }, limit: { type: "integer" } },
      required: ["path"],
    },
    async prepare(call) {
      const given = args.read(call);
      if (!given.ok) return given;
      const resolved = await files.resolve(given.value.path, "read");
      return resolved.ok ? { call, kind: "read", paths: [resolved.path] } : resolved;
    },
    async run({ call }, { facts }) {
      const { path: named, offset, limit } = args.of(call);
      const file = await files.read(named);
      if (!file.ok) return file;
      const { path, hash, encoding } = file;
      const view = viewLines(file.text, { cap: resultCap(facts.window), offset, limit });
      if (offset !== undefined && offset > view.total) {
        return failure(`${path} has only ${view.total} lines.`, nextCall("read", { path }));
      }
      const remark = encoding === "latin1" ? "\n[not UTF-8: shown as Latin-1]" : "";
      const shown = view.shown.map((lines) => ({ path, hash, lines, total: view.total }));
      return { ok: true, text: view.text + remark, effects: { shown } };
    },
  };
}
