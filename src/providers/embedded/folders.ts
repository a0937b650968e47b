import { join } from "node:path";

/** What of the surroundings this folder needs; the whole `Environment` fits. `variables` are what child processes get. */
export type Surroundings = {
  readonly cacheDir: string;
  readonly variables: Readonly<Record<string, string>>;
};

/** How a long wait is shown: `announce` gets whole lines, `onProgress` a subject and a share from 0 to 1. `signal` ends it; what is there by then stays. */
export type WaitOptions = {
  readonly announce: (line: string) => void;
  readonly onProgress?: ((what: string, share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Where things lie in the cache folder. */
export function folders(cacheDir: string): {
  readonly models: string;
  readonly engine: string;
  readonly locks: string;
} {
  return { models: join(cacheDir, "models"), engine: join(cacheDir, "engine"), locks: join(cacheDir, "locks") };
}
