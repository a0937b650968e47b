import type { Message } from "../types.ts";

/** Where messages of the person and of jobs wait for the loop, which takes them all before each request. */
export type Inbox = {
  push(message: Message): void;
  /** Everything that waits, oldest first; the inbox is empty afterwards. */
  take(): readonly Message[];
  /** Calls back on each arrival, until the returned function is called. */
  onArrival(listener: (message: Message) => void): () => void;
};

export function createInbox(): Inbox {
  const waiting: Message[] = [];
  const listeners = new Set<(message: Message) => void>();
  return {
    push(message) {
      waiting.push(message);
      for (const listener of listeners) listener(message);
    },
    take: () => waiting.splice(0),
    onArrival(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
