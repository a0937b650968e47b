import type { BenchRecord } from "../bench-record.ts";

/** Tells after each run how far the bench is. */
export type Progress = { add(record: BenchRecord, isFromBefore: boolean): void };

/** Lines for `total` runs: done of all, the result, pass so far, time left; runs that were there before are counted in one line. */
export function createProgress(total: number, line: (text: string) => void, now: () => number = Date.now): Progress {
  let done = 0;
  let passed = 0;
  let valid = 0;
  let before = 0;
  /** What the new runs took, and when the run before ended. */
  let spentMs = 0;
  let lastAt = now();
  return {
    add(record, isFromBefore) {
      done += 1;
      if (record.result !== "invalid") valid += 1;
      if (record.result === "pass") passed += 1;
      if (isFromBefore) {
        before += 1;
        lastAt = now();
        return;
      }
      spentMs += now() - lastAt;
      lastAt = now();
      const each = spentMs / (done - before);
      const left = done < total ? `, about ${duration(((total - done) * each) / 1000)} left` : "";
      if (before > 0 && done === before + 1) line(`${before} of ${total} runs are there already.`);
      line(
        `[${done}/${total}] ${record.task} seed ${record.seed}: ${resultText(record)} · ${passed} of ${valid} pass${left}`,
      );
    },
  };
}

function resultText(record: BenchRecord): string {
  if (record.result === "invalid") return `invalid: ${record.why}`;
  const { result, seconds, stop } = record;
  const how = stop.kind === "done" || stop.kind === "exited" ? "" : ` (${stop.kind})`;
  return `${result}${how}, ${seconds.toFixed(1)} s`;
}

/** `40 s`, `12 min`, `3 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
