import { checkTask } from "../score/check-task.ts";
import type { ScoreOptions } from "../score/score-workspace.ts";
import { asInvalidTask, InvalidTask } from "../tasks/invalid-task.ts";
import { type ListedTask, listTasks } from "../tasks/list-tasks.ts";

/** `--check`: scores solution and start of each task without any agent; tells each fault, then the sum. Returns whether every task can be measured. */
export async function checkTasks(
  folders: readonly string[],
  {
    line,
    ...surroundings
  }: {
    readonly variables: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly line: (text: string) => void;
  },
): Promise<boolean> {
  let right = 0;
  const tasks = await listTasks(folders);
  for (const listed of tasks) {
    const told = await describeTask(listed, surroundings);
    if (surroundings.signal.aborted) {
      line("Interrupted.");
      return false;
    }
    if (told.isRight) right += 1;
    if (told.sentence !== "") line(`${listed.task.id}: ${told.sentence}`);
  }
  const wrong = tasks.length - right;
  line(
    `${right} solutions pass, ${right} starts fail${wrong === 0 ? "" : `; ${wrong} of ${tasks.length} tasks are invalid`}`,
  );
  return wrong === 0;
}

/** Whether a task can be measured, and what there is to say about it. */
async function describeTask(
  { task, fault }: ListedTask,
  surroundings: ScoreOptions,
): Promise<{ readonly isRight: boolean; readonly sentence: string }> {
  if (surroundings.signal.aborted) return { isRight: false, sentence: "" };
  try {
    if (fault !== undefined) throw new InvalidTask(fault);
    if (!task.hasSolution) throw new InvalidTask("solution/ lacks a file to edit.");
    const { reference } = await checkTask(task, surroundings);
    const isBlind = reference?.passed === null && !reference.reachedEnd;
    return {
      isRight: true,
      sentence: isBlind ? "valid, but code that ends its tests early with exit code 0 passes." : "",
    };
  } catch (error) {
    return { isRight: false, sentence: asInvalidTask(error).message };
  }
}
