import { fetchEngine } from "./engine/fetch-engine.ts";
import type { Surroundings, WaitOptions } from "./folders.ts";
import type { CatalogModel } from "./models/catalog.ts";
import { downloadModel } from "./models/download.ts";

/** Where the program's own parts of the engine lie; see `engineAssets`. */
export type EngineAssets = { readonly childPath: string; readonly lockDir: string };

/** Fetches what is missing of a model and of the engine that runs it; answers with their paths. Throws a `UserError` or the signal's reason. */
export async function installModel(
  model: CatalogModel,
  options: WaitOptions & { readonly environment: Surroundings; readonly assets: EngineAssets },
): Promise<{ readonly modelFile: string; readonly engineDir: string }> {
  const engineDir = await fetchEngine({ ...options, lockDir: options.assets.lockDir });
  const modelFile = await downloadModel(model, options);
  return { modelFile, engineDir };
}
