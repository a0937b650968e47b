import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod/mini";
import { readJsonLine } from "./read-json-line.ts";

const count = z.number();
const outcomeLine = z.object({
  type: z.literal("outcome"),
  kind: z.enum(["done", "stopped", "failed", "budget-exceeded", "aborted"]),
  exitCode: z.number(),
  answer: z.string(),
  filesChanged: z.array(z.object({ path: z.string(), added: z.nullable(count), removed: z.nullable(count) })),
  steps: count,
  tokens: z.object({ sent: count, cached: z.nullable(count), evaluated: z.nullable(count), generated: count }),
});
const eventLine = z.union([outcomeLine, z.object({ type: z.string().check(z.refine((type) => type !== "outcome")) })]);

/** The last line that the program prints with `--json`: how the run ended and what it cost, in tokens. */
export type OutcomeLine = z.infer<typeof outcomeLine>;

/** One run of the program as a child process. */
export type ProgramRun = {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly outcome: OutcomeLine | undefined;
  /** Model replies asked for. 0: it ended before any request. */
  readonly steps: number;
  readonly seconds: number;
  /** From launch to the first step: download, loading, reading the folder. */
  readonly secondsToFirstStep: number | undefined;
  /** Lines on standard output that are no JSON object with a `type`. */
  readonly badLines: readonly string[];
  /** The end of what it said on standard error; empty when that was inherited. */
  readonly lastWords: readonly string[];
};

/** `stderr`: `inherit` gives the terminal itself, `tee` passes it on and keeps the end. */
export type ProgramOptions = {
  readonly program: string;
  readonly args: readonly string[];
  readonly stderr: "inherit" | "tee";
  readonly interrupt: AbortSignal;
  /** Hears each line of standard output. */
  readonly onLine?: (line: string) => void;
};

const NOT_STARTED: ProgramRun = {
  exitCode: null,
  outcome: undefined,
  steps: 0,
  seconds: 0,
  secondsToFirstStep: undefined,
  badLines: [],
  lastWords: [],
};
// Ctrl-C in a terminal reaches the child without us, and a second one would kill it at once.
const GRACE_MS = 2_000;
const PIPE_MS = 2_000;
const LAST_WORDS = 6;

/** Runs a Node program that prints one JSON event a line; never throws for what the program does. Not started at all when already interrupted. */
export async function runProgram(options: ProgramOptions): Promise<ProgramRun> {
  const { program, args, interrupt } = options;
  if (interrupt.aborted) return NOT_STARTED;
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const child = spawn(process.execPath, [program, ...args], {
    // Piped standard input would be attached to the task.
    stdio: ["ignore", "pipe", options.stderr === "tee" ? "pipe" : "inherit"],
  });
  const timers: NodeJS.Timeout[] = [];
  const end = (): void => {
    timers.push(setTimeout(() => child.kill("SIGINT"), GRACE_MS));
    timers.push(setTimeout(() => child.kill("SIGKILL"), GRACE_MS + 3_000));
  };
  interrupt.addEventListener("abort", end);

  const reader = createReader(seconds);
  if (child.stdout) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      reader.read(line);
      options.onLine?.(line);
    });
  }
  const lastWords: string[] = [];
  if (child.stderr) {
    child.stderr.pipe(process.stderr, { end: false });
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (line.trim() !== "" && lastWords.push(line) > LAST_WORDS) lastWords.shift();
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
    // A process that it left behind may hold the pipes open.
    child.on("exit", (code) => timers.push(setTimeout(() => resolve(code), PIPE_MS)));
  });
  child.stdout?.destroy();
  child.stderr?.destroy();
  interrupt.removeEventListener("abort", end);
  for (const timer of timers) clearTimeout(timer);
  return { ...reader.seen(), exitCode, seconds: seconds(), lastWords };
}

function createReader(seconds: () => number): {
  read(line: string): void;
  seen(): Pick<ProgramRun, "outcome" | "steps" | "secondsToFirstStep" | "badLines">;
} {
  const badLines: string[] = [];
  let outcome: OutcomeLine | undefined;
  let steps = 0;
  let secondsToFirstStep: number | undefined;
  return {
    read(line) {
      const event = eventLine.safeParse(readJsonLine(line));
      if (!event.success) badLines.push(line);
      else if ("kind" in event.data) outcome = event.data;
      else if (event.data.type === "step-start") {
        steps += 1;
        secondsToFirstStep ??= seconds();
      }
    },
    seen: () => ({ outcome, steps: outcome?.steps ?? steps, secondsToFirstStep, badLines }),
  };
}
