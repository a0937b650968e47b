import { LogWriteError } from "../lib/log-write-error.ts";
import type { Entry, EntryBody } from "../types.ts";

/** The append-only log: the only state of the program. */
export type Log = {
  /** Live: grows with each append. */
  readonly entries: readonly Entry[];
  /** Stores, then adds, one entry; throws `LogWriteError` when it can't be stored. */
  append(body: EntryBody): Entry;
};

/** A log over what an earlier session left. `write` stores an entry before it counts; `onAppend` tells the outside. */
export function createLog(
  options: {
    readonly entries?: readonly Entry[];
    readonly write?: (entry: Entry) => void;
    readonly onAppend?: (entry: Entry) => void;
    readonly now?: () => Date;
  } = {},
): Log {
  const entries: Entry[] = [...(options.entries ?? [])];
  const now = options.now ?? (() => new Date());
  return {
    entries,
    append(body) {
      const entry = { seq: entries.length, at: now().toISOString(), ...body } as Entry;
      try {
        options.write?.(entry);
      } catch (error) {
        throw new LogWriteError(error);
      }
      entries.push(entry);
      options.onAppend?.(entry);
      return entry;
    },
  };
}
