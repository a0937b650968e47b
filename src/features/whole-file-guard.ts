import { topLevelNames } from "../lib/top-level-names.ts";
import type { Feature } from "../types.ts";

/** D10: a file block is taken as the whole file only if it still defines every top-level name that the file defined. */
export const wholeFileGuard: Feature = {
  name: "whole-file-guard",
  gate(_context, action) {
    if (action.call.form !== "file-block") return undefined;
    for (const { path, before, after } of action.changes ?? []) {
      const kept = new Set(topLevelNames(path, after ?? ""));
      const lost = topLevelNames(path, before ?? "").filter((name) => !kept.has(name));
      if (lost.length === 0) continue;
      return {
        error: `The block was not written to ${path}: it lacks ${lost.slice(0, 5).join(", ")}.`,
        hint: `Give the complete content of ${path} in one fenced block, with ${lost.slice(0, 5).join(", ")}.`,
      };
    }
    return undefined;
  },
};
