import { Command, CommanderError, Option } from "commander";
import { loadEnvironment } from "../config/load.ts";
import { plainTerminalText } from "../lib/plain-terminal-text.ts";
import { UserError } from "../lib/user-error.ts";
import { addBenchCommands } from "./bench-commands.ts";
import type { CliOptions } from "./cli-options.ts";
import { positive, whole } from "./option-values.ts";
import { watchOutput } from "./watch-output.ts";

/** Parses the command line, runs the command and sets the exit code; the only place where errors and bugs are caught. */
export async function runCli(argv: readonly string[]): Promise<void> {
  watchOutput();
  try {
    await createProgram(await withoutHelp(argv)).parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** What the help says of `--without`; the names are loaded only where help is asked for. */
async function withoutHelp(argv: readonly string[]): Promise<string> {
  const text = "leave a feature out (repeatable)";
  if (!argv.some((word) => ["--help", "-h", "help"].includes(word))) return text;
  const { featureNames } = await import("../app/feature-names.ts");
  return `${text}: ${featureNames().join(", ")}`;
}

function createProgram(without: string): Command {
  const program = new Command("whippet")
    .description("A terminal coding agent for small local models.")
    .version(WHIPPET_VERSION, "-V, --version")
    .option("-p, --prompt <text>", "do one task, print the answer, and end; piped standard input is attached")
    .option("--model <name>", "the model to use, as the server or `whippet models` names it")
    .option("--base-url <url>", "the server to use, for example http://127.0.0.1:8080")
    .option("--embedded", "use the embedded engine, whatever servers run here")
    .option("--window <tokens>", "the context window, where the server does not tell it", positive)
    .option("--cwd <folder>", "work in this folder")
    .option("--json", "print events, one JSON object a line; the last one is the outcome")
    .option("--max-steps <n>", "the most model replies of the run", positive)
    .option("--attempts <n>", "the most fresh attempts while tests fail", positive)
    .option("--seed <n>", "seed of the sampling, so that a run can be repeated", whole)
    .option("--allow <command>", "allow commands that begin with these words (repeatable)", collect, [])
    .option("--yolo", "allow every command")
    .option("--no-download", "fetch no model and no engine")
    .addOption(new Option("--without <feature>", without).argParser(collect).default([], "none"))
    .showHelpAfterError("(whippet --help shows all options)")
    .exitOverride()
    .action(async (options: CliOptions) => runTask(options));
  addCommands(program);
  return program;
}

function addCommands(program: Command): void {
  const shared = (): CliOptions => program.opts<CliOptions>();
  const models = program.command("models").description("list the models that can be had and those on this disk");
  models.action(async () => (await import("./list-models.ts")).listModels(loadEnvironment()));
  models
    .command("get <name>")
    .description("fetch a model, for example: whippet models get 0.5b")
    .action(async (name: string) => (await import("./get-model.ts")).getModel(name, loadEnvironment()));
  program
    .command("doctor")
    .description("show the server, the model, its window, its tools; try one call")
    .action(async () => (await import("./doctor.ts")).doctor(shared(), loadEnvironment()));
  program
    .command("undo")
    .description("put back the files that the last run in this folder changed")
    .action(async () => (await import("./undo.ts")).undo(shared(), loadEnvironment()));
  addBenchCommands(program, shared);
}

async function runTask(options: CliOptions): Promise<void> {
  if (options.prompt === undefined) {
    process.stderr.write(
      'Say what to do:  whippet -p "the tests fail: find the bug and fix it"\nAll options:     whippet --help\n',
    );
    process.exitCode = 2;
    return;
  }
  const { runHeadless } = await import("./run-headless.ts");
  await runHeadless(options, loadEnvironment());
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

/** One sentence and the next command for a person's mistake; a stack only for a bug. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    tell(`whippet: ${error.message}\n${error.hint ? `  ${error.hint}\n` : ""}`);
    return error.exitCode;
  }
  tell(`whippet: a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 1;
}

function tell(text: string): void {
  process.stderr.write(plainTerminalText(text));
}
