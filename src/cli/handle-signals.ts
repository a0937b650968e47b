/** Exit codes of a program ended by a signal: 128 + its number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The first Ctrl-C (or TERM, HUP) aborts and lets the run close; the second one ends the process at once. */
export function handleSignals(): {
  readonly signal: AbortSignal;
  /** The code to exit with after a signal; nothing when there was none. */
  exitCode(): number | undefined;
  dispose(): void;
} {
  const controller = new AbortController();
  let code: number | undefined;
  const listeners = Object.entries(EXIT_CODES).map(([name, exitCode]) => {
    const listener = (): void => {
      if (code !== undefined) process.exit(exitCode);
      code = exitCode;
      controller.abort();
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return {
    signal: controller.signal,
    exitCode: () => code,
    dispose: () => {
      for (const off of listeners) off();
    },
  };
}
