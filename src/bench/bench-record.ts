import * as z from "zod/mini";

/** Above what any run amounts to, and small enough that sums stay exact. */
const MOST = 1e12;
const whole = z.int().check(z.nonnegative(), z.maximum(MOST));
const amount = z.number().check(z.nonnegative(), z.maximum(MOST));
const known = z.nullable(amount);

/** What a bench measured with; runs count as repeats of each other, and pair with other files, only as whole setups. */
const setup = z.object({
  /** `whippet`, or the command line given with `--agent`. */
  agent: z.string(),
  /** Version of Whippet and hash of its program; null for other agents. */
  program: z.nullable(z.string()),
  /** As the server names it; null where nothing told. */
  model: z.nullable(z.string()),
  /** The server's origin, or `embedded`. */
  server: z.string(),
  /** Whether the agent had the tests in its workspace. */
  protocol: z.enum(["hidden", "visible"]),
  /** Further options of Whippet, as typed: `--without repair`. */
  options: z.array(z.string()),
  timeLimitSeconds: amount,
});

/** One request to the model server, as the counting proxy saw it. Tokens are null where the server did not tell them. */
const request = z.object({
  path: z.string(),
  /** HTTP status; 0: no answer came. */
  status: whole,
  /** The agent went away before the answer was whole. */
  cancelled: z.boolean(),
  /** From the run's start to the request. */
  startedAtSeconds: amount,
  secondsToFirstByte: known,
  seconds: amount,
  /** Tokens of the prompt: from the cache, and those that the server had to read. */
  sent: known,
  cached: known,
  evaluated: known,
  generated: known,
  /** Tokens of the prompt that neither the request before nor its reply held, estimated from the share of characters. */
  fresh: known,
});

/** A line of the run's story. `role`: system, user, assistant, thinking, call, tool, note, verdict, fact, epoch, error, outcome. `step` counts from 1; 0 is before the first. */
const part = z.object({ step: whole, role: z.string(), text: z.string() });

/** How the agent ended: Whippet's own outcomes; `time-limit`; `exited` for other agents, whatever their exit code; `crashed`: by a signal, or without an outcome. */
const stop = z.object({
  kind: z.enum(["done", "stopped", "failed", "budget-exceeded", "aborted", "time-limit", "exited", "crashed"]),
  why: z.string(),
  exitCode: z.nullable(z.int()),
});

/** The pristine tests on the agent's files. `passed` and `ran` are numbers of tests, null where the runner does not tell. */
const score = z.object({
  exitCode: z.nullable(z.int()),
  timedOut: z.boolean(),
  passed: known,
  ran: known,
  /** The end of what the test command printed. */
  output: z.string(),
});

const shared = {
  type: z.literal("run"),
  /** When it ended, ISO 8601. */
  at: z.string(),
  task: z.string(),
  /** Of the task's files: a changed task is another one. Empty where they could not be read, or nothing told. */
  taskHash: z._default(z.string(), ""),
  suite: z.string(),
  language: z.string(),
  level: z.nullable(z.number()),
  seed: whole,
  setup,
};

const finished = z.object({
  ...shared,
  result: z.enum(["pass", "fail"]),
  /** One sentence: why it failed; empty for a pass. */
  why: z.string(),
  stop,
  score,
  /** The agent's time, from launch to its end. */
  seconds: amount,
  /** Replies of the model. */
  steps: whole,
  tokens: z.object({ sent: known, cached: known, evaluated: known, generated: known, fresh: known }),
  requests: z.array(request),
  /** What the agent changed, against the start. */
  files: z.array(z.object({ path: z.string(), change: z.enum(["added", "changed", "removed"]) })),
  story: z.array(part),
});

/** It says nothing about the agent: the task, the machine or the server was at fault. */
const invalid = z.object({ ...shared, result: z.literal("invalid"), why: z.string() });

const record = z.union([finished, invalid]);

/** One task with one seed: a line of the file of outcomes. */
export type BenchRecord = z.infer<typeof record>;
export type FinishedRecord = z.infer<typeof finished>;
export type BenchSetup = z.infer<typeof setup>;
export type RequestRecord = z.infer<typeof request>;
export type StoryPart = z.infer<typeof part>;
export type Stop = z.infer<typeof stop>;
export type Score = z.infer<typeof score>;

/** A line of an outcome file as a record; undefined where it is none (a torn or foreign line). */
export function readRecord(line: string): BenchRecord | undefined {
  try {
    const parsed = record.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
