import { UserError } from "../../lib/user-error.ts";
import type { Provider } from "../../types.ts";
import { createEmbedded } from "./embedded.ts";
import { engineFolder, isEngineWhole } from "./engine/fetch-engine.ts";
import type { Surroundings, WaitOptions } from "./folders.ts";
import { formatBytes } from "./format-bytes.ts";
import { freeMemory } from "./free-memory.ts";
import { type EngineAssets, engineAssets, installModel } from "./install-model.ts";
import { type CatalogModel, catalog, defaultModelName, findModel } from "./models/catalog.ts";
import { fitWindow } from "./models/fit-window.ts";
import { inspectModel } from "./models/store.ts";
import { tryLock } from "./try-lock.ts";

/** What `prepareEmbedded` needs. All below `allowDownload` is for tests and has a default. */
export type PrepareOptions = WaitOptions & {
  readonly environment: Surroundings;
  /** Name or alias from the catalog. */
  readonly modelName?: string;
  readonly allowDownload: boolean;
  readonly assets?: EngineAssets;
  readonly models?: readonly CatalogModel[];
  readonly freeBytes?: number;
};

type Choice = { readonly model: CatalogModel; readonly window: number };

/** K2's last step: the embedded engine with the named model, else one that is on the disk and fits, else the default, fetched when allowed. One Whippet at a time may use a model. Throws a `UserError` or the signal's reason. */
export async function prepareEmbedded(options: PrepareOptions): Promise<Provider> {
  const { environment, assets = engineAssets(), announce, onProgress } = options;
  const { cacheDir, variables } = environment;
  const { model, window } = await choose(options);
  if (!options.allowDownload) await requireOnDisk(model, cacheDir);
  const { modelFile, engineDir } = await installModel(model, { ...options, assets });
  const lock = tryLock(cacheDir, `model-${model.name}`);
  if ("heldBy" in lock) throw inUse(model, lock.heldBy);
  announce(`Using ${model.name} with the embedded engine, window ${window} tokens.`);
  const { name: modelName, parameters } = model;
  const { childPath } = assets;
  const provider = createEmbedded({
    modelFile,
    modelName,
    parameters,
    window,
    engineDir,
    childPath,
    variables,
    onProgress,
  });
  return {
    ...provider,
    async close() {
      await provider.close();
      lock.release();
    },
  };
}

async function choose(options: PrepareOptions): Promise<Choice> {
  const { environment, modelName, models = catalog, freeBytes = freeMemory(), signal } = options;
  const fitting = (model: CatalogModel): Choice | null => {
    const window = fitWindow(model, freeBytes);
    return window === null ? null : { model, window };
  };
  const wanted = modelName === undefined ? byPreference(models) : [findModel(modelName, models)];
  const choices = wanted.map(fitting).filter((choice) => choice !== null);
  const [first] = choices;
  if (!first) throw tooLarge(wanted, freeBytes);
  for (const choice of choices) {
    if ((await inspectModel(environment.cacheDir, choice.model, signal)).state === "whole") return choice;
  }
  return first;
}

/** The default first, then the catalog's order. */
function byPreference(models: readonly CatalogModel[]): CatalogModel[] {
  return models.toSorted((a, b) => Number(b.name === defaultModelName) - Number(a.name === defaultModelName));
}

async function requireOnDisk(model: CatalogModel, cacheDir: string): Promise<void> {
  const { state } = await inspectModel(cacheDir, model);
  const missing = state === "whole" ? "the embedded engine" : `the model's file (${state})`;
  if (state === "whole" && (await isEngineWhole(engineFolder(cacheDir)))) return;
  throw new UserError({
    code: "download-refused",
    message: `For ${model.name}, ${missing} would have to be fetched, which --no-download forbids.`,
    hint: `whippet models get ${model.name}`,
  });
}

function tooLarge(wanted: readonly CatalogModel[], freeBytes: number): UserError {
  const sizes = wanted.map((model) => `${model.name} (${formatBytes(model.bytes)})`).join(", ");
  return new UserError({
    code: "no-model-fits",
    message: `Half of the free memory (${formatBytes(freeBytes)} are free) is too little for ${sizes}.`,
    hint: "whippet --base-url http://127.0.0.1:8080",
  });
}

function inUse(model: CatalogModel, pid: number): UserError {
  return new UserError({
    code: "model-in-use",
    message: `Another Whippet (process ${pid}) is using ${model.name}.`,
    hint: `wait for it, or end it with: kill ${pid}`,
  });
}
