/** Sends a signal to every process of a group (0 only asks); false when no process of it is left that may be signalled. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
    return false;
  }
}

/** Resolves when no process of the group is left, or after `timeoutMs`; true when none is left. */
export async function groupIsGone(group: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (signalGroup(group, 0)) {
    if (Date.now() >= end) return false;
    await new Promise((done) => setTimeout(done, 25));
  }
  return true;
}
