import type { Environment } from "../config/load.ts";
import { findModel } from "../providers/embedded/models/catalog.ts";
import { downloadModel } from "../providers/embedded/models/download.ts";
import { listModels, type StoredModel } from "../providers/embedded/models/store.ts";

/** The models that can be fetched, each with its state on this disk. */
export async function modelsOnDisk(environment: Environment): Promise<readonly StoredModel[]> {
  return listModels(environment.cacheDir);
}

/** Fetches one model by name, or goes on where a fetch stopped; gives the file. */
export async function fetchModel(
  name: string,
  options: {
    readonly environment: Environment;
    readonly announce: (line: string) => void;
    readonly onProgress: (what: string, share: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  return downloadModel(findModel(name), options);
}
