import { asksToRename } from "../lib/asks-to-rename.ts";
import { FILE_BLOCK } from "../lib/file-block.ts";
import { topLevelNames } from "../lib/top-level-names.ts";
import { requestText } from "../log/select-request.ts";
import type { Feature, Refusal } from "../types.ts";

/** Names told at the most in one refusal. */
const MOST_NAMES = 5;

/** D10: a file block is taken as the whole file only if it still defines and exports every top-level name that the file did. */
export const wholeFileGuard: Feature = {
  name: "whole-file-guard",
  gate({ log }, action) {
    if (action.call.form !== FILE_BLOCK) return undefined;
    const text = requestText(log);
    for (const { path, before, after } of action.changes ?? []) {
      const refusal = judge(path, before ?? "", after ?? "", text);
      if (refusal) return refusal;
    }
    return undefined;
  },
};

function judge(path: string, before: string, after: string, request: string): Refusal | undefined {
  if (hasGap(after) && !hasGap(before)) return gapRefusal(path);
  const [was, is] = [topLevelNames(path, before), topLevelNames(path, after)];
  const lost = without(was.defined, is.defined).filter((name) => !mayGo(name, request));
  const hidden = without(was.exported, [...is.exported, ...lost]).filter((name) => !mayGo(name, request));
  if (lost.length + hidden.length === 0) return undefined;
  const faults = [
    ...(lost.length > 0 ? [`lacks ${list(lost)}`] : []),
    ...(hidden.length > 0 ? [`does not export ${list(hidden)}`] : []),
  ];
  return {
    error: `The block was not written to ${path}: it ${faults.join(" and ")}.`,
    hint: `Give the complete content of ${path} in one fenced block, with ${list([...lost, ...hidden])}.`,
  };
}

/** A name that the person mentions in a request to rename, remove or move something. */
function mayGo(name: string, request: string): boolean {
  return asksToRename(request) && new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(request);
}

/** A line that is only the mark of a gap: copied, not written. */
function hasGap(text: string): boolean {
  return /^\s*…\s*$/m.test(text);
}

function gapRefusal(path: string): Refusal {
  return {
    error: `The block was not written to ${path}: a line of it is only "…".`,
    hint: "Write the code that belongs there.",
  };
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

function list(names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).join(", ");
}
