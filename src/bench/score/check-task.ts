import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { lastLine } from "../../lib/last-line.ts";
import type { BenchTask } from "../bench-task.ts";
import { InvalidTask } from "../tasks/invalid-task.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { scoreWorkspace, type WorkspaceScore } from "./score-workspace.ts";

/** `reference`: the score of the task's own solution, by which answers are judged. */
export type CheckedTask = { readonly task: BenchTask; readonly reference?: WorkspaceScore };

const MIN_START_MS = 3_000;

type Surroundings = { readonly variables: Readonly<Record<string, string>>; readonly signal: AbortSignal };

/** Scores a task's start and solution; an `InvalidTask` where this machine lacks the test command, the start passes, or the solution does not. */
export async function checkTask(task: BenchTask, surroundings: Surroundings): Promise<CheckedTask> {
  const [program = ""] = task.testCommand;
  if (!isOnPath(program, surroundings.variables["PATH"] ?? "")) {
    throw new InvalidTask(`The test command ${program} is not on this machine.`);
  }
  const reference = task.hasSolution
    ? await scoreWorkspace(task, join(task.folder, "solution"), surroundings)
    : undefined;
  const fault = reference && judgeAnswer(reference, undefined);
  if (fault) throw new InvalidTask(`Its own solution does not pass. ${fault} ${lastLine(reference.output)}`.trim());
  // A fault that never ends need not be waited for as long as an answer may take.
  const timeoutMs = reference && Math.min(task.timeoutSeconds * 1000, MIN_START_MS + 10 * reference.durationMs);
  const options = { ...surroundings, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const start = await scoreWorkspace(task, join(task.folder, "start"), options);
  if (judgeAnswer(start, reference) === undefined) throw new InvalidTask("Its start passes the tests already.");
  return { task, ...(reference ? { reference } : {}) };
}

function isOnPath(program: string, searchPath: string): boolean {
  if (program.includes("/")) return true;
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return false;
    }
  });
}
