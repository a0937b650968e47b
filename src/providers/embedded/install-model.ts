import { fileURLToPath } from "node:url";
import { fetchEngine } from "./engine/fetch-engine.ts";
import type { Surroundings, WaitOptions } from "./folders.ts";
import type { CatalogModel } from "./models/catalog.ts";
import { downloadModel } from "./models/download.ts";

/** The program's own parts of the engine: the script of its process, and the folder of lock files by platform. */
export type EngineAssets = { readonly childPath: string; readonly lockDir: string };

/** The engine's parts as they lie beside the bundle (the lock files also lie beside this file). */
export function engineAssets(): EngineAssets {
  const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  return { childPath: beside("./engine-child.js"), lockDir: beside("./engine-lock") };
}

/** Fetches what is missing of a model and of the engine that runs it; answers with their paths. Throws a `UserError` or the signal's reason. */
export async function installModel(
  model: CatalogModel,
  options: WaitOptions & { readonly environment: Surroundings; readonly assets?: EngineAssets },
): Promise<{ readonly modelFile: string; readonly engineDir: string }> {
  const { lockDir } = options.assets ?? engineAssets();
  const engineDir = await fetchEngine({ ...options, lockDir });
  const modelFile = await downloadModel(model, options);
  return { modelFile, engineDir };
}
