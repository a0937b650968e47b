import type { Environment } from "../config/load.ts";
import { installModel } from "../providers/embedded/install-model.ts";
import { findModel } from "../providers/embedded/models/catalog.ts";
import { listModels, type StoredModel } from "../providers/embedded/models/store.ts";

/** The models that can be fetched, each with its state on this disk. */
export async function modelsOnDisk(environment: Environment): Promise<readonly StoredModel[]> {
  return listModels(environment.cacheDir);
}

/** Fetches one model by name and the engine that runs it, or goes on where a fetch stopped; gives the model's file. */
export async function fetchModel(
  name: string,
  options: {
    readonly environment: Environment;
    readonly announce: (line: string) => void;
    readonly onProgress: (what: string, share: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  return (await installModel(findModel(name), options)).modelFile;
}
