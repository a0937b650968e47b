import { sha256 } from "../lib/sha256.ts";
import type { Action, Call, Json, ToolResult } from "../types.ts";
import { type AgentParts, contextFor } from "./agent-parts.ts";
import { gate, refine } from "./compose.ts";

/** Runs the calls of a reply one after the other; each gets its result in the log before the next begins. */
export async function executeCalls(parts: AgentParts, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const started = Date.now();
    const result = parts.signal.aborted ? notRun("interrupted by the user", "aborted") : await execute(parts, call);
    parts.log.append({ type: "result", call: call.id, result, durationMs: Date.now() - started });
  }
}

/** Answers calls that a verdict keeps from running. */
export function answerNotRun(parts: AgentParts, calls: readonly Call[], why: string): void {
  for (const call of calls) parts.log.append({ type: "result", call: call.id, result: notRun(why, "refused") });
}

async function execute(parts: AgentParts, call: Call): Promise<ToolResult> {
  if (call.problem !== undefined) return { ok: false, error: call.problem, hint: "", fault: "model" };
  const tool = parts.tools.find((candidate) => candidate.name === call.name);
  if (!tool) {
    const names = parts.tools.map((candidate) => candidate.name).join(", ");
    return { ok: false, error: `There is no tool "${call.name}".`, hint: `The tools are: ${names}.`, fault: "model" };
  }
  const context = contextFor(parts, tool.name);
  const prepared = await tool.prepare(call, context);
  if ("ok" in prepared) return prepared;
  const refusal = await gate(parts, prepared);
  if (refusal) return { ok: false, ...refusal, fault: "refused" };
  parts.emit({ type: "call-start", call, action: prepared });
  announceChanges(parts, prepared);
  return refine(parts, prepared, await tool.run(prepared, context));
}

/** Changes are in the log before they are on the disk, so that undoing works after a crash in between. */
function announceChanges(parts: AgentParts, action: Action): void {
  if (!action.changes?.length) return;
  const changes = action.changes.map(({ path, before, after }) => ({ path, before: hash(before), after: hash(after) }));
  const value: Json = { call: action.call.id, changes };
  parts.log.append({ type: "fact", by: "loop", name: "change-begun", value });
}

function hash(content: string | null): string | null {
  return content === null ? null : sha256(content);
}

function notRun(why: string, fault: "aborted" | "refused"): ToolResult {
  return { ok: false, error: `Not run: ${why}.`, hint: "", fault };
}
