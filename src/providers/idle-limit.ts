/** Aborts its `signal` when nothing has happened for the armed time, or when the outer signal aborts. */
export type IdleLimit = {
  readonly signal: AbortSignal;
  /** Starts the time anew. */
  arm(ms: number): void;
  /** Stops the time: we are busy, not the server. */
  rest(): void;
  /** The limit, in milliseconds, that has passed; undefined while none has. */
  passed(): number | undefined;
};

/** An idle limit inside `outer`. The caller ends with `rest`, or a timer is left. */
export function createIdleLimit(outer: AbortSignal): IdleLimit {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let passed: number | undefined;
  const rest = (): void => clearTimeout(timer);
  return {
    signal: AbortSignal.any([outer, own.signal]),
    arm(ms) {
      rest();
      timer = setTimeout(() => {
        passed = ms;
        own.abort();
      }, ms);
    },
    rest,
    passed: () => passed,
  };
}
