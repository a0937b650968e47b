import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findResult, type RecordedRun, type RunKey, readResults } from "./read-results.ts";
import { root, runSample, type SampleResult } from "./run-sample.ts";

/** `seeds` are tried on each sample; `args` go to the program as they are; `out` keeps every run and lets a later call go on. */
export type BenchOptions = {
  readonly program: string;
  readonly samples: readonly string[];
  readonly seeds: readonly number[];
  readonly args: readonly string[];
  readonly out?: string;
  readonly stderr: "inherit" | "tee";
  readonly interrupt: AbortSignal;
};

const GOAL = 0.9;

/** Runs every sample with every seed, prints a line for each and one on the goal (nine of ten); returns the exit code: 0 met, 1 short of it, 2 a run could not start, 130 or 143 interrupted. */
export async function benchSamples(options: BenchOptions, print: (line: string) => void): Promise<number> {
  const program = hashOf([options.program]);
  const recorded = options.out ? readResults(options.out) : [];
  const plan = options.seeds.flatMap((seed) =>
    options.samples.map((sample) => ({
      program: `${program}-${hashOf(filesOf(join(root, "examples", sample)))}`,
      args: [...options.args],
      sample,
      seed,
    })),
  );
  const finished: RecordedRun[] = [];
  for (const key of plan) {
    const old = findResult(recorded, key);
    const made = old ?? (await runOnce(options, key));
    if ("exitCode" in made) {
      print(made.why);
      return made.exitCode;
    }
    finished.push(made);
    print(runLine(finished, plan.length, old ? "recorded earlier" : ""));
  }
  return verdict(finished, print);
}

/** The first 12 digits of a hash over files, in order: another program or another sample makes a run count anew. */
function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

async function runOnce(options: BenchOptions, key: RunKey): Promise<RecordedRun | { exitCode: number; why: string }> {
  const { interrupt, out } = options;
  const result = await runSample({ ...options, sample: key.sample, args: [...key.args, "--seed", String(key.seed)] });
  const { run } = result;
  if (interrupt.aborted) return { exitCode: Number(interrupt.reason), why: "interrupted" };
  if (run.steps === 0) {
    const why = run.lastWords.join(" ") || `the program ended with exit code ${run.exitCode}`;
    return { exitCode: 2, why: `no run: ${why}` };
  }
  const recorded = { ...key, args: [...key.args], passed: result.passed, seconds: run.seconds };
  const line = { at: new Date().toISOString(), ...recorded, ...details(result) };
  if (out) appendFileSync(out, `${JSON.stringify(line)}\n`);
  return recorded;
}

function details({ before, after, changes, putBack, run }: SampleResult) {
  const { outcome, exitCode, steps, secondsToFirstStep, badLines } = run;
  const diff = changes.map(({ patch }) => patch).join("\n");
  return { before, after, exitCode, steps, secondsToFirstStep, outcome, putBack, badLines: badLines.length, diff };
}

function runLine(finished: readonly RecordedRun[], total: number, figures: string): string {
  const last = finished.at(-1);
  const name = `${last?.sample} seed ${last?.seed}`.padEnd(24);
  const passed = finished.filter((run) => run.passed).length;
  const state = last?.passed ? "passed" : "FAILED";
  return `${finished.length}/${total}  ${name}  ${state}  ${last?.seconds.toFixed(1)} s  ${passed} passed so far  ${figures}`.trimEnd();
}

function verdict(finished: readonly RecordedRun[], print: (line: string) => void): number {
  const passed = finished.filter((run) => run.passed).length;
  const needed = Math.ceil(finished.length * GOAL);
  const isMet = passed >= needed;
  const seconds = finished.reduce((sum, run) => sum + run.seconds, 0);
  const failed = finished.filter((run) => !run.passed).map((run) => `${run.sample} seed ${run.seed}`);
  const names = failed.length > 0 ? `; not passed: ${failed.join(", ")}` : "";
  print(
    `${isMet ? "goal met" : "short of goal"}: ${passed} of ${finished.length} runs end with passing tests (goal: ${needed}), ${seconds.toFixed(0)} s${names}`,
  );
  return isMet ? 0 : 1;
}
