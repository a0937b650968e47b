import { exitCodeAfter } from "./watch-output.ts";

/** Exit codes of a program ended by a signal: 128 + its number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type Signals = {
  readonly signal: AbortSignal;
  /** The code to exit with after a signal; nothing when there was none. */
  exitCode(): number | undefined;
  dispose(): void;
};

/**
 * The first Ctrl-C (or TERM, HUP) aborts and lets the run close; the second one ends the process at once.
 * Output that can't be written any more aborts too.
 */
export function handleSignals(): Signals {
  const controller = new AbortController();
  let code: number | undefined;
  const stop = (exitCode: number): void => {
    code ??= exitCode;
    controller.abort();
  };
  const listeners = Object.entries(EXIT_CODES).map(([name, exitCode]) => {
    let signals = 0;
    const listener = (): void => {
      if (++signals > 1) process.exit(exitCode);
      stop(exitCode);
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  const onError = (error: NodeJS.ErrnoException): void => stop(exitCodeAfter(error));
  const outputs = [process.stdout, process.stderr];
  for (const output of outputs) output.on("error", onError);
  return {
    signal: controller.signal,
    exitCode: () => code,
    dispose: () => {
      for (const off of listeners) off();
      for (const output of outputs) output.off("error", onError);
    },
  };
}
