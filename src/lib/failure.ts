import type { Json, ToolResult } from "../types.ts";

/** What a tool answers when it could not do its work. */
export type Failure = Extract<ToolResult, { ok: false }>;

/** A failure for the model: one sentence, and the exact next call. */
export function failure(error: string, hint: string, fault: Failure["fault"] = "model"): Failure {
  return { ok: false, error, hint, fault };
}

/** The next call as a hint names it: `Call read with {"path":"a.js"}.` */
export function nextCall(tool: string, args: { readonly [key: string]: Json }): string {
  return `Call ${tool} with ${JSON.stringify(args)}.`;
}
