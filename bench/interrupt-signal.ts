/** Aborts at the first Ctrl-C or ending signal, with the exit code for it as the reason (130, 143, 129); further ones leave the process alive to clean up. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => controller.abort(exitCode));
  }
  return controller.signal;
}
