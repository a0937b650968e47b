import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { AgentRun, BenchAgent } from "../agents/agent.ts";
import type { BenchRecord, BenchSetup, FinishedRecord, RequestRecord } from "../bench-record.ts";
import type { CountingProxy, Recorder } from "../proxy/counting-proxy.ts";
import type { CheckedTask } from "../score/check-task.ts";
import { judgeAnswer } from "../score/judge-answer.ts";
import { removeTree } from "../score/remove-tree.ts";
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
  readonly line: (text: string) => void;
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

/** Lets an agent work on a task in a fresh folder and scores what it left there; undefined when interrupted. An `InvalidTask` where that says nothing about the agent. `modelWasAsked`: in an earlier run, so that an agent that asks nothing now could have. */
export async function runTask(
  { task, reference }: CheckedTask,
  seed: number,
  {
    agent,
    setup,
    proxy,
    variables,
    signal,
    line,
    modelWasAsked,
  }: RunSurroundings & { readonly modelWasAsked: boolean },
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
    if (!modelWasAsked) refuseUnasked(run, recorded);
    const files = changedFiles(before, await hashFiles(workspace));
    const whole = await scoreWorkspace(task, workspace, { variables, signal });
    if (signal.aborted) return undefined;
    const why = judgeAnswer(whole, reference);
    if (why !== undefined && recorded !== undefined) refuseBadServer(recorded);
    const { reachedEnd: _, ending: __, durationMs: ___, ...score } = whole;
    const part = { result: why === undefined ? "pass" : "fail", why: why ?? "", score, files } as const;
    return { ...recordHead(task, seed, setup), ...part, ...costs(run, recorded) };
  } finally {
    for (const folder of [parent, scratch]) if (!(await removeTree(folder))) line(`${folder} can't be deleted.`);
  }
}

/** An agent that could not even begin (a wrong option, a model that is not there) has not failed at the task. */
function refuseUnasked({ stop, steps = 0, lastWords }: AgentRun, recorded: Recorder | undefined): void {
  const hasAsked = steps > 0 || (recorded?.requests.length ?? 0) > 0;
  if (hasAsked || stop.exitCode === 0 || stop.kind === "time-limit") return;
  const how = stop.exitCode === null ? stop.why : `It ended with exit code ${stop.exitCode}.`;
  throw new InvalidTask(`The agent did not ask the model. ${how} ${lastWords}`.trim());
}

/** An agent can't do the task with a server that goes away, or only ever reports faults of its own. */
function refuseBadServer({ lost, lastLoss, requests }: Recorder): void {
  if (lost > 0) throw new InvalidTask(`The model server was lost in the middle: ${lastLoss}.`);
  const fault = requests.findLast(({ status }) => status >= 500);
  if (fault === undefined || requests.some(({ status }) => status >= 200 && status < 300)) return;
  throw new InvalidTask(`The model server gave no answer but errors: HTTP ${fault.status}.`);
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
