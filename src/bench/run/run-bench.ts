import type { BenchRecord } from "../bench-record.ts";
import { type CheckedTask, checkTask } from "../score/check-task.ts";
import { InvalidTask } from "../tasks/invalid-task.ts";
import { type ListedTask, listTasks } from "../tasks/list-tasks.ts";
import { isServerAlive, type ModelServer, untilIdle } from "./model-server.ts";
import type { OutcomeFile } from "./outcome-file.ts";
import { createProgress } from "./progress.ts";
import { type RunSurroundings, recordHead, runTask } from "./run-task.ts";

/** A bench: each task folder with each seed from 1 to `seeds`. */
export type BenchPlan = RunSurroundings & {
  readonly folders: readonly string[];
  readonly seeds: number;
  readonly outcomes: OutcomeFile;
  readonly server: ModelServer | undefined;
  readonly line: (text: string) => void;
};

/**
 * Runs what the file of outcomes does not hold yet, seed after seed, appends each outcome at once, and returns those of the
 * whole plan. Ends early when interrupted, and when the agent's program was exchanged in the middle.
 */
export async function runBench(plan: BenchPlan): Promise<readonly BenchRecord[]> {
  const { folders, seeds, outcomes, signal } = plan;
  const tasks = await listTasks(folders);
  const check = createChecks(plan);
  const progress = createProgress(tasks.length * seeds, plan.line);
  const known = new Map(outcomes.records().map((record) => [keyOf(record.task, record.seed), record]));
  const done: BenchRecord[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    for (const listed of tasks) {
      const before = known.get(keyOf(listed.task.id, seed));
      const isDone = before !== undefined && before.result !== "invalid";
      const record = isDone ? before : await runListed(listed, seed, check, plan);
      if (record === undefined || signal.aborted) return done;
      if (!isDone) outcomes.add(record);
      done.push(record);
      progress.add(record, isDone);
    }
  }
  return done;
}

function keyOf(task: string, seed: number): string {
  return `${task} ${seed}`;
}

/** Checks each task once, when its first run comes. */
function createChecks(plan: BenchPlan): (listed: ListedTask) => Promise<CheckedTask> {
  const checked = new Map<string, Promise<CheckedTask>>();
  return async ({ task, fault }) => {
    if (fault !== undefined) throw new InvalidTask(fault);
    const before = checked.get(task.id);
    if (before) return await before;
    const now = checkTask(task, plan);
    checked.set(task.id, now);
    return await now;
  };
}

/** One run; a fault that is not the agent's becomes an `invalid` record. Undefined when interrupted. */
async function runListed(
  listed: ListedTask,
  seed: number,
  check: (listed: ListedTask) => Promise<CheckedTask>,
  plan: BenchPlan,
): Promise<BenchRecord | undefined> {
  const { agent, setup, server, signal } = plan;
  if (signal.aborted) return undefined;
  try {
    if (agent.program() !== setup.program) {
      throw new InvalidTask(
        "The agent's program was exchanged while the bench ran: run this again with another --out.",
      );
    }
    const checked = await check(listed);
    if (server && !(await isServerAlive(server))) throw new InvalidTask(`No model server answers at ${server.origin}.`);
    if (server) await untilIdle(server, signal);
    return await runTask(checked, seed, plan);
  } catch (error) {
    if (!(error instanceof InvalidTask)) throw error;
    return signal.aborted
      ? undefined
      : { ...recordHead(listed.task, seed, setup), result: "invalid", why: error.message };
  }
}
