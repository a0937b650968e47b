import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Lock, takeLock } from "../../locks/take-lock.ts";
import { folders } from "./folders.ts";

/** Tries to take the lock `name`; answers with the holder's process id where a living process holds it. A dead holder's lock is taken over. */
export function tryLock(cacheDir: string, name: string): Lock | { readonly heldBy: number } {
  return takeLock(join(folders(cacheDir).locks, `${name}.lock`));
}

/** Waits until the lock is free; `onWait` hears once who holds it. Rejects with the signal's reason. */
export async function waitForLock(
  cacheDir: string,
  name: string,
  onWait: (pid: number) => void,
  signal?: AbortSignal,
): Promise<Lock> {
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(cacheDir, name);
    if ("release" in lock) return lock;
    if (!told) onWait(lock.heldBy);
    told = true;
    await sleep(200, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }
}
