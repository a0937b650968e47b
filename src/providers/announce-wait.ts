/** A wait is told again this often. */
const EVERY_MS = 10_000;

/** To be called again and again while the server at `shown` loads its model: says so the first time, and every ten seconds after it. `now` gives milliseconds. */
export function createWaitAnnouncer(
  shown: string,
  announce: (line: string) => void,
  now: () => number = () => performance.now(),
): () => void {
  const startedAt = now();
  let told = 0;
  return () => {
    const passed = now() - startedAt;
    if (passed < told * EVERY_MS) return;
    const time = told === 0 ? "" : ` (${Math.round(passed / 1_000)} s)`;
    announce(`Waiting for the server at ${shown} to load its model${time} …`);
    told += 1;
  };
}
