import type { ShellResult } from "../../workspace/shell.ts";
import type { Stop } from "../bench-record.ts";
import type { AgentTask } from "./agent.ts";
import { describeEnding } from "./describe-ending.ts";

/** How an agent was stopped that did not end by itself; undefined where it did. */
export function stopFromOutside(ended: ShellResult, { timeLimitSeconds }: AgentTask): Stop | undefined {
  const { exitCode, stopped } = ended;
  if (stopped === "timeout") return { kind: "time-limit", why: `The time limit of ${timeLimitSeconds} s.`, exitCode };
  const ending = describeEnding(ended);
  return ending === undefined ? undefined : { kind: "crashed", why: `It ${ending}`, exitCode };
}
