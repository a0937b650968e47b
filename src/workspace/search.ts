import { readdir, stat } from "node:fs/promises";
import { type Failure, failure, nextCall } from "../lib/failure.ts";
import { diskFailure, errorCode } from "./disk-failure.ts";
import { isInHeavyFolder } from "./heavy-folders.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { didYouMean, type Paths, type ResolvedPath } from "./paths.ts";
import { type RipgrepResult, ripgrep } from "./ripgrep.ts";
import { walkFiles } from "./walk-files.ts";

/** Lines of one file that match, numbered from 1. */
export type FileMatches = {
  readonly path: string;
  readonly lines: readonly (readonly [number: number, text: string])[];
};

/** `isLiteral`: the pattern was no valid regular expression and was searched as plain text. `isComplete`: nothing was left out. */
export type GrepResult = {
  readonly ok: true;
  readonly files: readonly FileMatches[];
  readonly isLiteral: boolean;
  readonly isComplete: boolean;
};

export type PathsResult = { readonly ok: true; readonly paths: readonly string[]; readonly isComplete: boolean };

/** Searching the workspace: bounded, within 10 s, links not followed, what `.gitignore` and the list of heavy folders name left out. */
export type Search = {
  grep(pattern: string, path: string, signal: AbortSignal): Promise<GrepResult | Failure>;
  glob(pattern: string, signal: AbortSignal): Promise<PathsResult | Failure>;
  /** What is in a folder: all files below it where they are few, else its entries, folders with a final `/` and their number of files. */
  list(path: string, signal: AbortSignal): Promise<PathsResult | Failure>;
};

const MAX_MATCHES = 200;
const MAX_MATCHES_A_FILE = 50;
const MAX_PATHS = 200;
const MAX_WALKED = 20_000;

/** Search over the workspace that `paths` describes. */
export function createSearch(paths: Paths): Search {
  return {
    grep: (pattern, path, signal) => grep(paths, pattern, path, signal),
    glob: (pattern, signal) => glob(paths, pattern, signal),
    list: (path, signal) => list(paths, path, signal),
  };
}

async function grep(paths: Paths, pattern: string, given: string, signal: AbortSignal): Promise<GrepResult | Failure> {
  const resolved = await paths.resolve(given, "read");
  if (!resolved.ok) return resolved;
  const { path } = resolved;
  const missing = await notSearchable(paths.root, resolved);
  if (missing) return missing;
  const search = (flags: readonly string[]) =>
    ripgrep(
      [
        ...["--line-number", "--with-filename", "--no-heading", "--null", "--smart-case", ...flags],
        ...["--max-columns=300", "--max-columns-preview", `--max-count=${MAX_MATCHES_A_FILE}`, "-e", pattern],
      ],
      { cwd: paths.root, paths: [path], maxLines: MAX_MATCHES, signal, everywhere: isInHeavyFolder(path) },
    );
  const byRegex = await search([]);
  const isLiteral = byRegex.problem.includes("regex parse error");
  const result = isLiteral ? await search(["--fixed-strings"]) : byRegex;
  return (
    problemOf(result, given) ?? { ok: true, files: groupByFile(result.lines), isLiteral, isComplete: isWhole(result) }
  );
}

/** Why a path can't be searched: there is nothing, or a pipe or device, which would be waited for. */
async function notSearchable(root: string, { path, absolute }: ResolvedPath): Promise<Failure | undefined> {
  try {
    const found = await stat(absolute);
    return found.isFile() || found.isDirectory()
      ? undefined
      : failure(`${path} is not a regular file.`, "Go on without it.");
  } catch (error) {
    const failed = diskFailure(error, path);
    return errorCode(error) === "ENOENT"
      ? { ...failed, hint: didYouMean(await nearestPaths(root, path)) || nextCall("list", {}) }
      : failed;
  }
}

/** Lines `path\0number:text`. */
function groupByFile(lines: readonly string[]): FileMatches[] {
  const files = new Map<string, [number, string][]>();
  for (const line of lines) {
    const match = /^(?:\.\/)?([^\0]*)\0(\d+):(.*)$/s.exec(line);
    if (!match) continue;
    const [, path = "", number, text = ""] = match;
    files.set(path, [...(files.get(path) ?? []), [Number(number), text]]);
  }
  return [...files].map(([path, found]) => ({ path, lines: found }));
}

/** Files that match and are not ignored: a pattern given to ripgrep would bring ignored files back, so both lists are asked for. */
async function glob(paths: Paths, given: string, signal: AbortSignal): Promise<PathsResult | Failure> {
  const pattern = given.startsWith(`${paths.root}/`) ? given.slice(paths.root.length) : given.replace(/^\.\//, "");
  if (pattern.trim() === "" || pattern.startsWith("!"))
    return failure("The pattern is empty.", nextCall("glob", { pattern: "**/*.js" }));
  const options = { cwd: paths.root, maxLines: MAX_WALKED, signal, everywhere: isInHeavyFolder(pattern) };
  const matching = await ripgrep(["--files", `--glob=${pattern}`], options);
  const problem = problemOf(matching, given);
  if (problem) return problem;
  const visible = new Set((await ripgrep(["--files"], options)).lines);
  const found = matching.lines.filter((path) => visible.has(path));
  return { ok: true, paths: found.slice(0, MAX_PATHS), isComplete: isWhole(matching) && found.length <= MAX_PATHS };
}

async function list(paths: Paths, given: string, signal: AbortSignal): Promise<PathsResult | Failure> {
  const resolved = await paths.resolve(given, "read");
  if (!resolved.ok) return resolved;
  const { path, absolute } = resolved;
  try {
    const entries = await readdir(absolute, { withFileTypes: true });
    const below = isInHeavyFolder(path) ? [] : await walkFiles(absolute, MAX_WALKED, signal);
    const prefix = path === "." ? "" : `${path}/`;
    if (below.length > 0 && below.length <= MAX_PATHS) {
      return { ok: true, paths: below.map((file) => prefix + file), isComplete: true };
    }
    const names = entries
      .filter((entry) => below.length === 0 || isKnown(entry.name, entry.isDirectory(), below))
      .map((entry) => prefix + entry.name + (entry.isDirectory() ? `/${countBelow(entry.name, below)}` : ""))
      .sort();
    return { ok: true, paths: names.slice(0, MAX_PATHS), isComplete: names.length <= MAX_PATHS };
  } catch (error) {
    const failed = diskFailure(error, path);
    return failed.error.includes("part of its path is a file")
      ? failure(`${path} is a file.`, nextCall("read", { path }))
      : failed;
  }
}

function isKnown(name: string, isFolder: boolean, below: readonly string[]): boolean {
  return below.some((file) => (isFolder ? file.startsWith(`${name}/`) : file === name));
}

function countBelow(name: string, below: readonly string[]): string {
  const count = below.filter((file) => file.startsWith(`${name}/`)).length;
  return count > 0 ? ` (${count} files)` : "";
}

function isWhole(result: RipgrepResult): boolean {
  return result.ended === "complete";
}

function problemOf({ problem, lines, ended }: RipgrepResult, given: string): Failure | undefined {
  if (ended === "aborted") return failure("Interrupted by the user.", "", "aborted");
  if (ended === "not-started") {
    const short = given.length > 100 ? `${given.slice(0, 100)}…` : given;
    return failure(
      `The search for ${short} could not start: ${problem}.`,
      "Try a simpler pattern, or go on without searching.",
      "tool",
    );
  }
  if (problem === "" || lines.length > 0) return undefined;
  return failure(`The search for ${given} failed: ${problem.split("\n").at(-1)}`, "Try a simpler pattern.");
}
