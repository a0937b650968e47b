import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { AgentRun, BenchAgent } from "../agents/agent.ts";
import type { BenchRecord, BenchSetup, FinishedRecord, RequestRecord } from "../bench-record.ts";
import type { CountingProxy, Recorder } from "../proxy/counting-proxy.ts";
import type { CheckedTask } from "../score/check-task.ts";
import { judgeAnswer } from "../score/judge-answer.ts";
import { copyTree, restoreTests, scoreWorkspace } from "../score/score-workspace.ts";
import { InvalidTask } from "../tasks/invalid-task.ts";
import { changedFiles, hashFiles } from "./changed-files.ts";
import { taskPrompt } from "./task-prompt.ts";

/** What all runs of a bench have in common. `proxy`: none with the embedded engine. */
export type RunSurroundings = {
  readonly agent: BenchAgent;
  readonly setup: BenchSetup;
  readonly proxy: CountingProxy | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** What a run adds to a record's head. */
type RunPart = Omit<FinishedRecord, keyof ReturnType<typeof recordHead>>;

/** Who a record is about, and when it was made. */
export function recordHead(task: CheckedTask["task"], seed: number, setup: BenchSetup) {
  const { id, suite, language, level, hash } = task;
  return {
    type: "run" as const,
    at: new Date().toISOString(),
    task: id,
    taskHash: hash,
    suite,
    language,
    level,
    seed,
    setup,
  };
}

/** Lets an agent work on a task in a fresh folder and scores what it left there; undefined when interrupted. An `InvalidTask` where that says nothing about the agent. */
export async function runTask(
  { task, reference }: CheckedTask,
  seed: number,
  { agent, setup, proxy, variables, signal }: RunSurroundings,
): Promise<BenchRecord | undefined> {
  const parent = await mkdtemp(join(tmpdir(), "whippet-bench-"));
  const scratch = await mkdtemp(join(tmpdir(), "whippet-bench-scratch-"));
  const workspace = join(parent, basename(task.folder));
  try {
    await copyTree(join(task.folder, "start"), workspace);
    if (setup.protocol === "visible") await restoreTests(task, workspace);
    const before = await hashFiles(workspace);
    const recording = proxy?.record();
    const run = await agent.run({
      ...{ workspace, scratch, seed, signal },
      prompt: taskPrompt(task, setup.protocol),
      origin: proxy?.origin,
      timeLimitSeconds: setup.timeLimitSeconds,
    });
    const recorded = await recording?.finish();
    if (signal.aborted) return undefined;
    refuseUnasked(run, recorded);
    const files = changedFiles(before, await hashFiles(workspace));
    const { reachedEnd, durationMs: _, ...score } = await scoreWorkspace(task, workspace, { variables, signal });
    if (signal.aborted) return undefined;
    const why = judgeAnswer({ ...score, reachedEnd }, reference);
    if (why !== undefined && recorded !== undefined && recorded.lost > 0) {
      throw new InvalidTask(`The model server was lost in the middle: ${recorded.lastLoss}.`);
    }
    const part = { result: why === undefined ? "pass" : "fail", why: why ?? "", score, files } as const;
    return { ...recordHead(task, seed, setup), ...part, ...costs(run, recorded) };
  } finally {
    for (const folder of [parent, scratch]) await rm(folder, { recursive: true, force: true });
  }
}

/** An agent that could not even begin (a wrong option, a model that is not there) has not failed at the task. */
function refuseUnasked({ stop, steps = 0, lastWords }: AgentRun, recorded: Recorder | undefined): void {
  const hasAsked = steps > 0 || (recorded?.requests.length ?? 0) > 0;
  if (hasAsked || stop.exitCode === 0 || stop.kind === "time-limit") return;
  throw new InvalidTask(`The agent ended with exit code ${stop.exitCode} before it asked the model: ${lastWords}`);
}

function costs(
  { stop, seconds, steps, requests: told = [], story = [] }: AgentRun,
  recorded: Recorder | undefined,
): Pick<RunPart, "stop" | "seconds" | "steps" | "tokens" | "requests" | "story"> {
  const requests = recorded ? [...recorded.requests] : [...told];
  const sum = (pick: (request: RequestRecord) => number | null): number | null => {
    const values = requests.map(pick);
    return values.every((value) => value !== null) ? values.reduce((total, value) => total + value, 0) : null;
  };
  return {
    ...{ stop, seconds, requests },
    steps: steps ?? requests.length,
    tokens: {
      sent: sum(({ sent }) => sent),
      cached: sum(({ cached }) => cached),
      evaluated: sum(({ evaluated }) => evaluated),
      generated: sum(({ generated }) => generated),
      fresh: sum(({ fresh }) => fresh),
    },
    story: story.length > 0 ? [...story] : [...(recorded?.story ?? [])],
  };
}
