/** The options of `whippet bench` beside those of every command. */
export type BenchOptions = {
  readonly suite?: string;
  readonly protocol: "hidden" | "visible";
  readonly seeds: number;
  readonly limit?: number;
  readonly shard?: { readonly index: number; readonly of: number };
  readonly timeLimit: number;
  readonly out: string;
  readonly agent?: string;
  readonly proxyPort?: number;
  readonly check?: boolean;
};
