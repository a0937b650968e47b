import { UserError } from "../../lib/user-error.ts";
import type { BenchRecord } from "../bench-record.ts";
import { type CheckedTask, checkTask } from "../score/check-task.ts";
import { asInvalidTask, InvalidTask } from "../tasks/invalid-task.ts";
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
};

/**
 * Runs what the file of outcomes does not hold yet, or holds for other files of the task; seed after seed. Appends each
 * outcome at once, and returns those of the whole plan; fewer when interrupted. A `UserError` where going on makes no sense:
 * the agent's program was exchanged, or a disk is full.
 */
export async function runBench(plan: BenchPlan): Promise<readonly BenchRecord[]> {
  const { folders, seeds, outcomes, signal } = plan;
  const tasks = await listTasks(folders);
  const runListed = createRunner(plan);
  const progress = createProgress(tasks.length * seeds, plan.line);
  const known = new Map(outcomes.records().map((record) => [keyOf(record.task, record.seed), record]));
  const done: BenchRecord[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    for (const listed of tasks) {
      const before = known.get(keyOf(listed.task.id, seed));
      const isDone = before !== undefined && before.result !== "invalid" && before.taskHash === listed.task.hash;
      const record = isDone ? before : await runListed(listed, seed);
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

/** Does one run after the other; a fault that is not the agent's becomes an `invalid` record. Undefined when interrupted. */
function createRunner(plan: BenchPlan): (listed: ListedTask, seed: number) => Promise<BenchRecord | undefined> {
  const { setup, signal } = plan;
  const check = createChecks(plan);
  let modelWasAsked = false;
  return async (listed, seed) => {
    if (signal.aborted) return undefined;
    refuseOtherProgram(plan);
    try {
      const checked = await check(listed);
      await untilReady(plan);
      const record = await runTask(checked, seed, { ...plan, modelWasAsked });
      if (record && record.result !== "invalid") modelWasAsked ||= record.steps > 0 || record.requests.length > 0;
      return record;
    } catch (error) {
      const { message } = asInvalidTask(error);
      return signal.aborted ? undefined : { ...recordHead(listed.task, seed, setup), result: "invalid", why: message };
    }
  };
}

async function untilReady({ server, signal }: BenchPlan): Promise<void> {
  if (!server) return;
  if (!(await isServerAlive(server))) throw new InvalidTask(`No model server answers at ${server.origin}.`);
  await untilIdle(server, signal);
}

/** Figures over two programs would mean nothing. */
function refuseOtherProgram({ agent, setup }: BenchPlan): void {
  if (programOf(agent) === setup.program) return;
  throw new UserError({
    code: "program-exchanged",
    message: "The agent's program was exchanged while the bench ran; the runs so far are kept.",
    hint: "Begin anew with the program as it is now: --out FILE.jsonl",
  });
}

/** Undefined while a build has taken it away. */
function programOf(agent: BenchPlan["agent"]): string | null | undefined {
  try {
    return agent.program();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
