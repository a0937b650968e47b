import { assertFeatureNames } from "../app/feature-names.ts";
import { createCommandAgent } from "../bench/agents/command-agent.ts";
import { createWhippetAgent } from "../bench/agents/whippet-agent.ts";
import { checkTasks } from "../bench/run/check-tasks.ts";
import { type Measurement, measure } from "../bench/run/measure.ts";
import { findTasks } from "../bench/tasks/find-tasks.ts";
import type { Environment } from "../config/load.ts";
import { UserError } from "../lib/user-error.ts";
import type { BenchOptions } from "./bench-options.ts";
import type { CliOptions } from "./cli-options.ts";
import { plainLine } from "./plain-line.ts";
import { runInterruptible } from "./run-interruptible.ts";

/** `whippet bench`: runs tasks and prints the figures, or checks the tasks; exit code 1 when no run was valid, or a check failed. */
export async function runBenchCommand(
  names: readonly string[],
  options: BenchOptions,
  shared: CliOptions,
  environment: Environment,
): Promise<void> {
  refuseForeign(shared);
  const { suite, limit, shard, check } = options;
  await runInterruptible(async (_, { signal, exitCode }) => {
    const folders = await findTasks({ names, suite, limit, shard });
    const isRight = check
      ? await checkTasks(folders, { variables: environment.variables, signal, line })
      : await measure({ ...measurement(options, shared, environment), folders, signal });
    return exitCode() ?? (isRight ? 0 : 1);
  });
}

function line(text: string): void {
  process.stdout.write(`${text.split("\n").map(plainLine).join("\n")}\n`);
}

/** What is measured, as far as the options tell; a `UserError` where they contradict each other. */
function measurement(
  { agent: command, out, proxyPort, protocol, seeds, timeLimit }: BenchOptions,
  shared: CliOptions,
  environment: Environment,
): Omit<Measurement, "folders" | "signal"> {
  const { baseUrl, model, embedded = false } = shared;
  const options = ownOptions(shared);
  assertFeatureNames(withoutNames(shared));
  if (command !== undefined && options.length > 0) throw onlyForWhippet(options);
  const agent =
    command === undefined
      ? createWhippetAgent({ program: process.argv[1] ?? "", version: WHIPPET_VERSION, options, environment })
      : createCommandAgent(command, environment.variables);
  return {
    ...{ agent, options, baseUrl, model, embedded, proxyPort, protocol, seeds, out, environment, line },
    timeLimitSeconds: timeLimit,
  };
}

/** The options of every command that go on to Whippet as they were given; seed, folder and server are the bench's. */
function ownOptions(options: CliOptions): string[] {
  const { model, window, maxSteps, attempts, allow, yolo, embedded, download } = options;
  const value = (name: string, given: string | number | undefined): string[] =>
    given === undefined ? [] : [name, `${given}`];
  return [
    ...value("--model", model),
    ...value("--window", window),
    ...value("--max-steps", maxSteps),
    ...value("--attempts", attempts),
    ...allow.flatMap((words) => ["--allow", words]),
    ...(yolo ? ["--yolo"] : []),
    ...(embedded ? ["--embedded"] : []),
    ...(download ? [] : ["--no-download"]),
    ...withoutNames(options).flatMap((name) => ["--without", name]),
  ];
}

function withoutNames({ without }: CliOptions): string[] {
  return without.flatMap((names) => names.split(",").map((name) => name.trim())).sort();
}

/** Options of every command that mean nothing here are refused, since a measurement without them is another than was asked for. */
function refuseForeign({ seed, json, prompt, cwd }: CliOptions): void {
  const foreign = [
    { given: seed, option: "--seed", hint: "Each task runs with the seeds 1 to n: --seeds n" },
    {
      given: json,
      option: "--json",
      hint: "The file of outcomes is JSON already, one object a line: --out FILE.jsonl",
    },
    { given: prompt, option: "--prompt", hint: "Each task brings its own: its instructions.md" },
    { given: cwd, option: "--cwd", hint: "Each task gets a folder of its own; name the tasks: whippet bench FOLDER" },
  ].find(({ given }) => given !== undefined);
  if (foreign === undefined) return;
  throw new UserError({
    code: "not-for-bench",
    message: `${foreign.option} means nothing to whippet bench.`,
    hint: foreign.hint,
    exitCode: 2,
  });
}

function onlyForWhippet(options: readonly string[]): UserError {
  return new UserError({
    code: "not-for-agent",
    message: `With --agent these options mean nothing: ${options.join(" ")}.`,
    hint: "Write them into the agent's own command line.",
    exitCode: 2,
  });
}
