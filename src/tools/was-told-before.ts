import { replies, runEntries } from "../log/select.ts";
import type { Call, Entry } from "../types.ts";

/** True when this very call, same name and arguments, was answered with this very error before in the run: the model insists. */
export function wasToldBefore(log: readonly Entry[], call: Call, error: string): boolean {
  const run = runEntries(log);
  const text = JSON.stringify(call.arguments);
  const same = replies(run)
    .flatMap((reply) => reply.calls)
    .filter((other) => other.name === call.name && JSON.stringify(other.arguments) === text)
    .map((other) => other.id);
  return run.some(
    (entry) => entry.type === "result" && same.includes(entry.call) && !entry.result.ok && entry.result.error === error,
  );
}
