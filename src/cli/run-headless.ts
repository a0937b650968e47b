import { createAgent, type RunResult } from "../app/create-agent.ts";
import type { Environment } from "../config/load.ts";
import { UserError } from "../lib/user-error.ts";
import type { Outcome } from "../types.ts";
import { agentOptions } from "./agent-options.ts";
import type { CliOptions } from "./cli-options.ts";
import { handleSignals } from "./handle-signals.ts";
import { createProgressWriter } from "./progress-writer.ts";
import { readPipedInput } from "./read-piped-input.ts";

/** One run (M2): the answer on stdout, all else on stderr; with `--json` stdout holds only events. Sets the exit code. */
export async function runHeadless(options: CliOptions, environment: Environment): Promise<void> {
  const screen = createProgressWriter(process.stderr);
  const signals = handleSignals();
  const emit = (event: object): void => {
    if (options.json) process.stdout.write(`${JSON.stringify(event)}\n`);
  };
  try {
    const piped = await readPipedInput(process.stdin, screen.line);
    const agent = await createAgent({
      ...agentOptions(options, environment, screen),
      signal: signals.signal,
      onEvent(event) {
        emit(event);
        screen.onEvent(event);
      },
    });
    try {
      const result = await agent.run(`${options.prompt?.trim() ?? ""}${piped}`, signals.signal);
      screen.end();
      const exitCode = signals.exitCode() ?? exitCodeFor(result.outcome);
      printEnd(result, screen.line);
      if (options.json) emit(outcomeEvent(result, exitCode));
      else process.stdout.write(`${result.answer}\n`);
      process.exitCode = exitCode;
    } finally {
      await agent.close();
    }
  } catch (error) {
    screen.end();
    if (signals.exitCode() !== undefined) process.exitCode = signals.exitCode();
    else if (options.json && error instanceof UserError) emit(failureEvent(error));
    if (signals.exitCode() === undefined) throw error;
  } finally {
    signals.dispose();
  }
}

/** 0 done, 1 failed or stopped, 3 a budget or the window was too small; signals have their own. */
function exitCodeFor(outcome: Outcome): number {
  switch (outcome.kind) {
    case "done":
      return 0;
    case "budget-exceeded":
      return 3;
    case "aborted":
      return 130;
    case "failed":
    case "stopped":
      return 1;
  }
}

function printEnd({ outcome, report, filesChanged }: RunResult, line: (text: string) => void): void {
  for (const { path, added, removed } of filesChanged) line(`  ${path}  +${added} −${removed}`);
  for (const text of report) line(`  ${text}`);
  line(`${outcome.kind}: ${outcome.why}`);
  if (outcome.hint) line(`  ${outcome.hint}`);
  if (filesChanged.length > 0 && outcome.kind !== "aborted") line("  undo with: whippet undo");
}

function outcomeEvent(result: RunResult, exitCode: number): object {
  const { outcome, answer, filesChanged, steps, tokens, report } = result;
  return {
    type: "outcome",
    kind: outcome.kind,
    exitCode,
    answer,
    filesChanged,
    steps,
    tokens,
    why: outcome.why,
    report,
  };
}

function failureEvent(error: UserError): object {
  const tokens = { sent: 0, cached: 0, evaluated: 0, generated: 0 };
  const { message: answer, exitCode } = error;
  return {
    type: "outcome",
    kind: "failed",
    exitCode,
    answer,
    filesChanged: [],
    steps: 0,
    tokens,
    why: answer,
    report: [],
  };
}
