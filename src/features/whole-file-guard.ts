import { asksToRename } from "../lib/request-category.ts";
import { topLevelNames } from "../lib/top-level-names.ts";
import { personText } from "../log/select.ts";
import type { Feature } from "../types.ts";

/** Names told at the most in one refusal. */
const MOST_NAMES = 5;

/** D10: a file block is taken as the whole file only if it still defines and exports every top-level name that the file did. */
export const wholeFileGuard: Feature = {
  name: "whole-file-guard",
  gate({ log }, action) {
    if (action.call.form !== "file-block") return undefined;
    const text = personText(log);
    const mayGo = (name: string): boolean => asksToRename(text) && new RegExp(`\\b${name}\\b`).test(text);
    for (const { path, before, after } of action.changes ?? []) {
      const [was, is] = [topLevelNames(path, before ?? ""), topLevelNames(path, after ?? "")];
      const lost = without(was.defined, is.defined).filter((name) => !mayGo(name));
      const hidden = without(was.exported, [...is.exported, ...lost]).filter((name) => !mayGo(name));
      const faults = [
        ...(lost.length > 0 ? [`lacks ${list(lost)}`] : []),
        ...(hidden.length > 0 ? [`does not export ${list(hidden)}`] : []),
      ];
      if (faults.length === 0) continue;
      return {
        error: `The block was not written to ${path}: it ${faults.join(" and ")}.`,
        hint: `Give the complete content of ${path} in one fenced block, with ${list([...lost, ...hidden])}.`,
      };
    }
    return undefined;
  },
};

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

function list(names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).join(", ");
}
