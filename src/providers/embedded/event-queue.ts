/** What is pushed on one side comes out at the other in order; `next` waits. For one reader. */
export function createEventQueue<T>(): { push(item: T): void; next(): Promise<T> } {
  const items: T[] = [];
  let wake: (() => void) | null = null;
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    async next() {
      while (items.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return items.shift() as T;
    },
  };
}
