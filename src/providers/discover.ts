import { sendDirectly } from "./http-transport.ts";
import { identifyServer } from "./identify-server.ts";
import type { ServerKind } from "./quirks.ts";

/** Usual ports on this machine: llama.cpp (old, new), Ollama, LM Studio, vLLM, KoboldCpp. */
export const USUAL_ORIGINS: readonly string[] = [8080, 9931, 11434, 1234, 8000, 5001].map(
  (port) => `http://127.0.0.1:${port}`,
);

/** A model server found on this machine. `models` is empty while it loads, or where it has none; the first is the one to use. */
export type FoundServer = { readonly origin: string; readonly kind: ServerKind; readonly models: readonly string[] };

/**
 * Asks all usual ports at once, by GET, without a key and past any proxy, and returns the model servers among them in
 * the order of `origins`. Whatever has not said what it is after `timeoutMs` (300) is left out.
 */
export async function discoverServers({
  signal,
  timeoutMs = 300,
  origins = USUAL_ORIGINS,
}: {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly origins?: readonly string[];
}): Promise<FoundServer[]> {
  const connection = { transport: sendDirectly, headers: {} };
  const found = await Promise.all(
    origins.map(async (origin): Promise<FoundServer[]> => {
      const identity = await identifyServer(origin, connection, { signal, timeoutMs });
      if (identity.state === "busy") return [{ origin, kind: identity.kind, models: [] }];
      return identity.state === "known"
        ? [{ origin, kind: identity.kind, models: identity.models.map(({ id }) => id) }]
        : [];
    }),
  );
  return found.flat();
}
