import { runSample, type SampleOptions, type SampleResult } from "./run-sample.ts";

/** Runs one sample and prints what came of it; returns the exit code: 0 passed, 1 not, the program's own where no run took place, 130 or 143 when interrupted. */
export async function trySample(options: SampleOptions, print: (line: string) => void): Promise<number> {
  const result = await runSample(options);
  const { run, folder, passed } = result;
  if (options.interrupt.aborted) print("interrupted: nothing was judged");
  else if (run.steps === 0) print(`\nNo run took place (exit code ${run.exitCode}): see the message above.`);
  else for (const line of sampleReport(options.sample, result)) print(line);
  if (folder) print(`Kept: ${folder}`);
  if (options.interrupt.aborted) return Number(options.interrupt.reason);
  if (run.steps === 0) return run.exitCode || 1;
  return passed ? 0 : 1;
}

/** Lines for the person on a run that took place: difference, verdict, steps, tokens, seconds. */
export function sampleReport(sample: string, result: SampleResult): string[] {
  const { before, after, run } = result;
  const kind = run.outcome?.kind ?? `ended without an outcome, exit code ${run.exitCode}`;
  return [
    "",
    ...(result.changes.length === 0 ? ["No file was changed."] : result.changes.map(({ patch }) => patch)),
    ...result.putBack.map((path) => `Put back before the tests ran: ${path}`),
    ...(run.badLines.length > 0 ? [`Lines of its output that are no events: ${run.badLines.length}`] : []),
    `${result.passed ? "PASSED" : "NOT PASSED"}: ${sample}'s own tests, before ${tests(before)}, now ${tests(after)} (run: ${kind})`,
    `${run.steps} ${run.steps === 1 ? "step" : "steps"}; ${tokens(result)}`,
    time(result),
  ];
}

function tests({ total, passed, timedOut }: SampleResult["after"]): string {
  return timedOut ? "no end within the time limit" : `${passed} of ${total} green`;
}

function tokens({ run }: SampleResult): string {
  if (!run.outcome) return "tokens unknown";
  const { sent, cached, generated } = run.outcome.tokens;
  const share =
    cached === null || sent === 0 ? "cache share unknown" : `${Math.round((100 * cached) / sent)} % from the cache`;
  return `${sent} tokens read (${share}), ${generated} written`;
}

function time({ run }: SampleResult): string {
  const first = run.secondsToFirstStep;
  const part = first === undefined ? "" : `, ${(run.seconds - first).toFixed(1)} of them after download and loading`;
  return `${run.seconds.toFixed(1)} seconds${part}`;
}
