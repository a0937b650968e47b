import type { BenchRecord, BenchSetup, FinishedRecord } from "../bench-record.ts";

/** A setup for tests. */
export const EXAMPLE_SETUP: BenchSetup = {
  agent: "whippet",
  program: "0.1.0 4f2a9c1d",
  model: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
  server: "http://127.0.0.1:8080",
  protocol: "hidden",
  options: [],
  timeLimitSeconds: 120,
};

/** A finished run for tests: a pass of one step, unless `changes` say otherwise. */
export function exampleRun(changes: Partial<FinishedRecord> = {}): FinishedRecord {
  const failed = changes.result === "fail";
  return {
    type: "run",
    at: "2026-03-01T10:00:00.000Z",
    task: "exercism/luhn",
    taskHash: "5d41402abc4b",
    suite: "exercism",
    language: "python",
    level: 2,
    seed: 1,
    setup: EXAMPLE_SETUP,
    result: "pass",
    why: failed ? "2 of 10 tests fail." : "",
    stop: { kind: "done", why: "The reply holds no call.", exitCode: 0 },
    score: { exitCode: failed ? 1 : 0, timedOut: false, passed: failed ? 8 : 10, ran: 10, output: "10 tests ran" },
    seconds: 20,
    steps: 1,
    tokens: { sent: 1000, cached: 100, evaluated: 900, generated: 200, fresh: 880 },
    requests: [],
    files: [{ path: "luhn.py", change: "changed" }],
    story: [],
    ...changes,
  };
}

/** An invalid run for tests. */
export function exampleInvalid(
  changes: { task?: string; suite?: string; seed?: number; why?: string } = {},
): BenchRecord {
  const { type, at, language, level, setup } = exampleRun();
  return {
    type,
    at,
    language,
    level,
    setup,
    task: "exercism/broken",
    taskHash: "",
    suite: "exercism",
    seed: 1,
    result: "invalid",
    why: "Its start already passes.",
    ...changes,
  };
}
