import system from "../../prompts/system.md";
import { sortKeys } from "../lib/stable-json.ts";
import type { ToolSpec } from "../types.ts";

/** System text and tool list: the part of every request that never changes, the same in every folder. */
export type Prefix = { readonly system: string; readonly tools: readonly ToolSpec[] };

/** Builds the prefix once; schemas get sorted keys, so that its bytes depend on nothing else. */
export function buildPrefix(tools: readonly ToolSpec[]): Prefix {
  return {
    system: system.trim(),
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description: description.trim(),
      parameters: sortKeys(parameters),
    })),
  };
}
