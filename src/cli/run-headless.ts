import { createAgent, type RunResult } from "../app/create-agent.ts";
import type { Environment } from "../config/load.ts";
import { UserError } from "../lib/user-error.ts";
import { agentOptions } from "./agent-options.ts";
import type { CliOptions } from "./cli-options.ts";
import type { Signals } from "./handle-signals.ts";
import { jsonLine } from "./json-line.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { readPipedInput } from "./read-piped-input.ts";
import { runInterruptible } from "./run-interruptible.ts";
import { textFor } from "./text-for.ts";

/** The last line of `--json`. */
type OutcomeEvent = { readonly type: "outcome"; readonly [field: string]: unknown };

/** One run (M2): the answer on stdout, all else on stderr; with `--json` stdout holds only events. Sets the exit code. */
export async function runHeadless(options: CliOptions, environment: Environment): Promise<void> {
  let hasEnded = false;
  /** Nothing follows the outcome, whatever goes wrong while things are put away. */
  const emit = (event: { readonly type: string }): void => {
    if (!options.json || hasEnded) return;
    hasEnded = event.type === "outcome";
    process.stdout.write(jsonLine(event));
  };
  await runInterruptible(
    async (screen, signals) => {
      try {
        return await runOnce(options, environment, { screen, signals, emit });
      } catch (error) {
        const exitCode = error instanceof UserError ? error.exitCode : 1;
        if (!signals.signal.aborted)
          emit(endEvent("failed", error instanceof Error ? error.message : String(error), exitCode));
        throw error;
      }
    },
    (why, exitCode) => emit(endEvent("aborted", why, exitCode)),
  );
}

async function runOnce(
  options: CliOptions,
  environment: Environment,
  {
    screen,
    signals,
    emit,
  }: { screen: ProgressWriter; signals: Signals; emit: (event: { readonly type: string }) => void },
): Promise<number> {
  const { signal } = signals;
  const text = options.prompt?.trim() ?? "";
  const attachment = await readPipedInput(process.stdin, screen.line, signal);
  if (text === "" && attachment === "") throw nothingToDo();
  const agent = await createAgent({
    ...agentOptions(options, environment, screen),
    signal,
    onEvent(event) {
      emit(event);
      screen.onEvent(event);
    },
  });
  try {
    const result = await agent.run({ text, ...(attachment ? { attachment } : {}) }, signal);
    screen.end();
    const exitCode = exitCodeFor(result, signals);
    printEnd(result, screen.line);
    if (options.json) emit(outcomeEvent(result, exitCode));
    else process.stdout.write(`${textFor(process.stdout, result.answer)}\n`);
    return exitCode;
  } finally {
    await agent.close();
  }
}

function nothingToDo(): UserError {
  return new UserError({
    code: "nothing-to-do",
    message: "The prompt is empty.",
    hint: 'Say what to do: whippet -p "the tests fail: find the bug and fix it"',
    exitCode: 2,
  });
}

/** 0 done, 1 failed or stopped, 3 a budget or the window was too small; signals have their own. */
function exitCodeFor({ outcome }: RunResult, signals: Signals): number {
  switch (outcome.kind) {
    case "done":
      return 0;
    case "budget-exceeded":
      return 3;
    case "aborted":
      return signals.exitCode() ?? 130;
    case "failed":
    case "stopped":
      return 1;
  }
}

function printEnd({ outcome, report, filesChanged }: RunResult, line: (text: string) => void): void {
  for (const { path, added, removed } of filesChanged) {
    line(added === null || removed === null ? `  ${path}` : `  ${path}  +${added} −${removed}`);
  }
  for (const text of report) line(`  ${text}`);
  line(`${outcome.kind}: ${outcome.why}`);
  if (outcome.hint) line(`  ${outcome.hint}`);
  if (filesChanged.length > 0 && outcome.kind !== "aborted") line("  undo with: whippet undo");
}

function outcomeEvent(result: RunResult, exitCode: number): OutcomeEvent {
  const { outcome, answer, filesChanged, steps, tokens, report } = result;
  const { kind, why } = outcome;
  return { type: "outcome", kind, exitCode, answer, filesChanged, steps, tokens, why, report };
}

/** The outcome of a run that never began. */
function endEvent(kind: "failed" | "aborted", why: string, exitCode: number): OutcomeEvent {
  const tokens = { sent: 0, cached: 0, evaluated: 0, generated: 0 };
  return { type: "outcome", kind, exitCode, answer: why, filesChanged: [], steps: 0, tokens, why, report: [] };
}
