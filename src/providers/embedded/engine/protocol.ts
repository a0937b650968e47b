import type { ProviderError, Request, StreamEvent } from "../../../types.ts";

/** What the engine's process is told. `id` names one question; `load` comes first and once. Plain data: it goes through JSON. */
export type ToEngine =
  | { readonly type: "load"; readonly entry: string; readonly modelFile: string; readonly window: number }
  | { readonly type: "generate" | "count"; readonly id: number; readonly request: Request }
  | { readonly type: "cancel"; readonly id: number };

/** What a loaded model is: its window in tokens as it was really made, and whether its chat template knows tools. */
export type Ready = { readonly type: "ready"; readonly window: number; readonly tools: boolean };

/** What the engine's process tells. After `failed` it ends itself. `share` is 0 to 1. */
export type FromEngine =
  | Ready
  | { readonly type: "loading"; readonly share: number }
  | { readonly type: "failed"; readonly error: ProviderError }
  | { readonly type: "counted"; readonly id: number; readonly tokens: number }
  | { readonly type: "event"; readonly id: number; readonly event: StreamEvent };
