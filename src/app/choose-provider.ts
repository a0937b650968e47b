import { distance } from "fastest-levenshtein";
import { UserError } from "../lib/user-error.ts";
import { discoverServers, type FoundServer } from "../providers/discover.ts";
import { catalog } from "../providers/embedded/models/catalog.ts";
import { createOpenAiCompatible } from "../providers/openai-compatible.ts";
import type { Provider } from "../types.ts";
import type { AgentOptions } from "./agent-options.ts";

/** A server that was just loading its model may take this long to say what it has. */
const LOADED_TIMEOUT_MS = 10_000;

/** K2: the named server; else a running one, which may still be loading; else the embedded engine, whose model and engine are fetched when allowed. */
export async function chooseProvider(options: AgentOptions, signal: AbortSignal): Promise<Provider> {
  const { baseUrl, model, window, environment, announce = () => undefined } = options;
  const { apiKey, variables } = environment;
  const shared = { variables, onWaiting: announce, ...(window ? { window } : {}) };
  if (baseUrl !== undefined) {
    return createOpenAiCompatible({ ...shared, baseUrl, ...(model ? { model } : {}), ...(apiKey ? { apiKey } : {}) });
  }
  const found = options.embedded ? [] : await findServers(options, signal);
  const offer = pickOffer(found, model);
  if (offer) return createOpenAiCompatible({ ...shared, baseUrl: offer.origin, model: offer.model });
  if (model !== undefined) assertKnown(model, found);
  const { prepareEmbedded } = await import("../providers/embedded/find-embedded.ts");
  return prepareEmbedded({
    environment,
    ...(model ? { modelName: model } : {}),
    allowDownload: options.download ?? true,
    announce,
    onProgress: options.onProgress ?? (() => undefined),
    signal,
  });
}

/** The servers that run; where none has the model yet, one that is loading its own is waited for. */
async function findServers(options: AgentOptions, signal: AbortSignal): Promise<readonly FoundServer[]> {
  const { origins, model, announce = () => undefined } = options;
  const found = await discoverServers({ signal, ...(origins ? { origins } : {}) });
  const loading = found.find(({ kind, models }) => kind === "llama.cpp" && models.length === 0);
  if (!loading || pickOffer(found, model)) return found;
  const { origin } = loading;
  await createOpenAiCompatible({ baseUrl: origin, onWaiting: announce }).facts(signal);
  const loaded = await discoverServers({ signal, origins: [origin], timeoutMs: LOADED_TIMEOUT_MS });
  return [...found, ...loaded];
}

/** The first server that offers the model asked for, or any model where none was; with the server's own name for it. */
export function pickOffer(
  found: readonly FoundServer[],
  wanted: string | undefined,
): { readonly origin: string; readonly model: string } | undefined {
  for (const { origin, models } of found) {
    const model = wanted === undefined ? models[0] : models.find((name) => isSameModel(name, wanted));
    if (model !== undefined) return { origin, model };
  }
  return undefined;
}

/** Names are compared without folder, `.gguf`, what follows the catalog's name, and case; the catalog's short names count. */
function isSameModel(offered: string, wanted: string): boolean {
  const row = catalog.find(({ name, aliases }) => [name, ...aliases].includes(wanted.toLowerCase()));
  const [has, want] = [plainName(offered), plainName(row?.name ?? wanted)];
  return has === want || has.startsWith(`${want}-`) || has.startsWith(`${want}:`);
}

function plainName(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1);
  return base.replace(/\.gguf$/i, "").toLowerCase();
}

function assertKnown(wanted: string, found: readonly FoundServer[]): void {
  if (catalog.some(({ name, aliases, file }) => [name, ...aliases, file].includes(wanted.toLowerCase()))) return;
  const known = [...found.flatMap((server) => server.models), ...catalog.map((row) => row.name)];
  const near = [...new Set(known)].sort((a, b) => distance(wanted, a) - distance(wanted, b)).slice(0, 3);
  throw new UserError({
    code: "unknown-model",
    message: `No model "${wanted}" is served here or can be fetched. Nearest: ${near.join(", ")}.`,
    hint: "whippet models",
    exitCode: 2,
  });
}
