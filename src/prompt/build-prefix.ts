import system from "../../prompts/system.md";
import type { ToolSpec } from "../types.ts";

/** System text and tool list: the part of every request that never changes, the same in every folder. */
export type Prefix = { readonly system: string; readonly tools: readonly ToolSpec[] };

/** Builds the prefix once. Schemas keep the order they were written in: models fill arguments in that order, and a path must come before a content that may be cut. */
export function buildPrefix(tools: readonly ToolSpec[]): Prefix {
  return {
    system: system.trim(),
    tools: tools.map(({ name, description, parameters }) => ({ name, description: description.trim(), parameters })),
  };
}
