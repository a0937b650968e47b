import type { BenchSetup } from "../bench-record.ts";
import type { BenchTask } from "../bench-task.ts";

/** What any agent is asked: the task's text, which files to change, and with `visible` tests how they are run. */
export function taskPrompt(task: BenchTask, protocol: BenchSetup["protocol"]): string {
  const change = `Change only ${task.edit.map((name) => `\`${name}\``).join(" and ")}.`;
  const tests = `The tests must pass: \`${task.testCommand.join(" ")}\`. Leave them as they are.`;
  return [task.instructions, protocol === "visible" ? `${change} ${tests}` : change].join("\n\n");
}
