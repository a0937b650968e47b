import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { UserError } from "../../../lib/user-error.ts";
import { folders, type Surroundings, type WaitOptions } from "../folders.ts";
import { explainDiskError, requireSpace } from "../require-space.ts";
import { runProgram } from "../run-program.ts";
import { waitForLock } from "../try-lock.ts";
import { findNpm } from "./find-npm.ts";

/** The engine's version, pinned in the lock files. */
export const engineVersion = "3.21.1";

/** The program's own part of the engine, relative to its folder. */
export const engineEntry = "node_modules/node-llama-cpp/dist/index.js";

/** Size of an installed engine with its platform's package and no other: 69 to 84 MB measured. */
const engineBytes = 90e6;

/** Lock files that exist, by `process.platform` and `process.arch`. */
const platforms: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-arm64": "mac-arm64-metal",
  "darwin-x64": "mac-x64",
};

/** Where the engine goes and comes from. `lockDir` holds a folder with `package.json` and `package-lock.json` for each platform. */
export type EngineOptions = WaitOptions & { readonly environment: Surroundings; readonly lockDir: string };

/** The machine's name in the lock files; throws `no-engine` where there is none. */
export function enginePlatform(machine = `${process.platform}-${process.arch}`): string {
  const platform = platforms[machine];
  if (platform) return platform;
  throw new UserError({
    code: "no-engine",
    message: `There is no embedded engine for ${machine}.`,
    hint: "whippet --base-url http://127.0.0.1:8080",
  });
}

/** The folder that a platform's engine is or will be in. */
export function engineFolder(cacheDir: string, platform = enginePlatform()): string {
  return join(folders(cacheDir).engine, `node-llama-cpp-${engineVersion}-${platform}`);
}

/** True if the engine is there as it was installed: the files its loading depends on have their sizes of then. */
export async function isEngineWhole(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "installed.json"), "utf8").catch(() => "{}");
  try {
    const sizes = Object.entries(JSON.parse(text) as Record<string, number>);
    const checks = sizes.map(async ([file, size]) => (await stat(join(folder, file))).size === size);
    return sizes.length > 0 && (await Promise.all(checks)).every(Boolean);
  } catch {
    return false;
  }
}

/** Answers with the engine's folder, installing it by npm when it is absent or broken: from our lock file, no install scripts, nothing optional. */
export async function fetchEngine(options: EngineOptions): Promise<string> {
  const { environment, announce, signal } = options;
  const folder = engineFolder(environment.cacheDir);
  if (await isEngineWhole(folder)) return folder;
  try {
    const lock = await waitForLock(
      environment.cacheDir,
      "engine",
      (pid) => announce(`Process ${pid} is fetching the engine already; waiting for it.`),
      signal,
    );
    try {
      if (!(await isEngineWhole(folder))) await install(folder, options);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw explainDiskError(error, environment.cacheDir);
  }
  return folder;
}

async function install(folder: string, options: EngineOptions): Promise<void> {
  const { environment, announce, signal, lockDir } = options;
  const npm = findNpm(environment.variables["PATH"]);
  await requireSpace(dirname(folder), engineBytes, "The embedded engine");
  announce(`Fetching the embedded engine node-llama-cpp ${engineVersion} (about 83 MB) to ${folder}.`);
  options.onProgress?.("fetching the engine", 0);
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const platform = enginePlatform();
  await cp(join(lockDir, platform), fresh, { recursive: true });
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--fetch-retries=1"];
  const npmArguments = ["ci", "--ignore-scripts", "--omit=optional", "--prefix", fresh, ...quiet];
  const path = [environment.variables["PATH"], dirname(process.execPath)].filter(Boolean).join(delimiter);
  const variables = { ...environment.variables, PATH: path };
  const end = await runProgram(npm, npmArguments, { cwd: fresh, variables, signal });
  if (end.exitCode !== 0) throw npmFailed(end.errors);
  await writeFile(join(fresh, "installed.json"), JSON.stringify(await sizesOfVitals(fresh, platform), null, 2));
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  options.onProgress?.("fetching the engine", 1);
}

async function sizesOfVitals(folder: string, platform: string): Promise<Record<string, number>> {
  const native = `node_modules/@node-llama-cpp/${platform}/bins/${platform}`;
  const libraries = (await readdir(join(folder, native))).map((name) => `${native}/${name}`);
  const sizes: Record<string, number> = {};
  for (const file of [engineEntry, ...libraries]) sizes[file] = (await stat(join(folder, file))).size;
  return sizes;
}

function npmFailed(errors: string): UserError {
  const line = errors.split("\n").find((one) => /npm (error|ERR!) (?!code|errno|syscall)/.test(one));
  const reason = line?.replace(/^npm (error|ERR!)\s*/, "") ?? (errors.split("\n")[0] || "npm failed");
  return new UserError({
    code: "engine-unavailable",
    message: `The embedded engine could not be fetched with npm: ${reason}.`,
    hint: "npm ping",
  });
}
