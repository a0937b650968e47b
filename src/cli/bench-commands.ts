import { type Command, InvalidArgumentError, Option } from "commander";
import { loadEnvironment } from "../config/load.ts";
import type { BenchOptions } from "./bench-options.ts";
import type { CliOptions } from "./cli-options.ts";
import { positive, positiveUpTo } from "./option-values.ts";

const DAY_SECONDS = 86_400;
const LAST_PORT = 65_535;
/** Options of every command that a bench does not take. */
const NOT_FOR_BENCH: readonly string[] = ["--prompt", "--cwd", "--json", "--seed", "--version"];

/** Adds `whippet bench` with its own commands; `shared` gives the options of every command. */
export function addBenchCommands(program: Command, shared: () => CliOptions): void {
  const bench = program
    .command("bench")
    .description("measure Whippet, or another agent, on tasks with tests")
    .argument("[tasks...]", "task folders, folders of them, ids inside --suite, or a .txt with one id a line")
    .option("--suite <folder>", "where ids are looked for; all of its tasks when none are named")
    .addOption(
      new Option("--protocol <name>", "whether the agent has the tests")
        .choices(["hidden", "visible"])
        .default("hidden"),
    )
    .option("--seeds <n>", "each task with seeds 1 to n", positive, 1)
    .option("--limit <n>", "only the first n tasks", positive)
    .option("--shard <i/n>", "only part i of n, for several machines", readShard)
    .option("--time-limit <seconds>", "the agent's time for one task, a day at most", positiveUpTo(DAY_SECONDS), 600)
    .option(
      "--out <file>",
      "one JSON object a run is added here; runs that are there are not done again",
      "bench.jsonl",
    )
    .option(
      "--agent <command>",
      "another agent: a command line with {prompt}, and {workspace}, {baseUrl}, {seed} if needed",
    )
    .option(
      "--proxy-port <port>",
      "the port of the counting proxy, for agents whose settings name the server",
      positiveUpTo(LAST_PORT),
    )
    .option("--check", "only check that solutions pass and starts fail")
    .action(async (tasks: string[], options: BenchOptions) =>
      (await import("./bench.ts")).runBenchCommand(tasks, options, shared(), loadEnvironment()),
    );
  bench
    .command("compare <a> <b>")
    .description("compare two files of outcomes, paired by task and seed")
    .action(async (a: string, b: string) => (await import("./bench-figures.ts")).compareFiles(a, b));
  bench
    .command("report <files...>")
    .description("write outcomes as one page that needs no network")
    .requiredOption("-o, --output <page>", "the page, for example report.html")
    .action(async (files: string[], { output }: { output: string }) =>
      (await import("./bench-figures.ts")).writeReport(files, output),
    );
  bench
    .command("import <layout> <path>")
    .description("make task folders of a checkout: exercism, quixbugs, or humanevalpack (JSONL)")
    .option("--into <folder>", "where the folder of the suite is made", "tasks")
    .option("--language <name>", "only this language")
    .action(async (layout: string, path: string, options: { into: string; language?: string }) =>
      (await import("./bench-import.ts")).importCheckout(layout, path, options),
    );
  // After its own commands, which would inherit it.
  bench.configureHelp({
    showGlobalOptions: true,
    visibleGlobalOptions: () => program.options.filter(({ long }) => !NOT_FOR_BENCH.includes(long ?? "")),
  });
}

function readShard(text: string): { index: number; of: number } {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index < 1 || index > of) {
    throw new InvalidArgumentError("It is i/n, for example 2/4 for the second of four parts.");
  }
  return { index, of };
}
