import { checkTask } from "../score/check-task.ts";
import { InvalidTask } from "../tasks/invalid-task.ts";
import { listTasks } from "../tasks/list-tasks.ts";

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
  for (const { task, fault } of tasks) {
    if (surroundings.signal.aborted) break;
    try {
      if (fault !== undefined) throw new InvalidTask(fault);
      if (!task.hasSolution) throw new InvalidTask("solution/ lacks a file to edit.");
      await checkTask(task, surroundings);
      right += 1;
    } catch (error) {
      if (!(error instanceof InvalidTask)) throw error;
      line(`${task.id}: ${error.message}`);
    }
  }
  const wrong = tasks.length - right;
  line(
    `${right} solutions pass, ${right} starts fail${wrong === 0 ? "" : `; ${wrong} of ${tasks.length} tasks are invalid`}`,
  );
  return wrong === 0;
}
