import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Failure, failure } from "../lib/failure.ts";
import { diskFailure } from "./disk-failure.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { protectedReason } from "./protected-paths.ts";
import { realPath } from "./real-path.ts";

/** A path that may be used: `path` is relative to the root with `/`, links followed ("." is the root); absolute where it lies in a folder that may be read besides. */
export type ResolvedPath = { readonly ok: true; readonly path: string; readonly absolute: string };

/** Turns the path a model gave into a real one inside the root. */
export type Paths = {
  /** The root itself, links followed. */
  readonly root: string;
  resolve(path: string, purpose: "read" | "write"): Promise<ResolvedPath | Failure>;
};

/** Paths inside `root` (an existing folder, links followed already); files in `readable` folders may be read too, by absolute path. */
export function createPaths({
  root,
  readable = [],
}: {
  readonly root: string;
  readonly readable?: readonly string[];
}): Paths {
  return {
    root,
    async resolve(given, purpose) {
      if (given.includes("\0"))
        return failure("A path can't hold a zero byte.", "Give a path relative to the project folder.");
      const absolute = await realPathOrFailure(resolve(root, given), given);
      if (typeof absolute !== "string") return absolute;
      const path = insidePath(root, absolute);
      if (path === undefined) {
        const isReadable = purpose === "read" && readable.some((folder) => insidePath(folder, absolute) !== undefined);
        return isReadable ? { ok: true, path: absolute, absolute } : outside(root, given);
      }
      const named = insidePath(root, resolve(root, given)) ?? path;
      const reason = protectedReason(path, purpose) ?? protectedReason(named, purpose);
      return reason ? failure(`${path} ${reason}.`, "Go on without it.", "refused") : { ok: true, path, absolute };
    },
  };
}

/** A path relative to `root` with `/` ("." for the root itself), or undefined when it lies outside. */
function insidePath(root: string, absolute: string): string | undefined {
  const path = relative(root, absolute);
  if (path === "..") return undefined;
  return path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, "/") || ".";
}

async function realPathOrFailure(path: string, given: string): Promise<string | Failure> {
  try {
    return await realPath(path);
  } catch (error) {
    return diskFailure(error, given);
  }
}

async function outside(root: string, given: string): Promise<Failure> {
  const [nearest, ...others] = await nearestPaths(root, given);
  const hint =
    nearest && others.length === 0 ? `Use the path ${JSON.stringify(nearest)}.` : didYouMean([nearest, ...others]);
  return failure(`${given} is outside the project folder.`, hint || "Use a path relative to the project folder.");
}

/** "Did you mean a, b or c?" for a hint, or nothing. */
export function didYouMean(paths: readonly (string | undefined)[]): string {
  const known = paths.filter((path) => path !== undefined);
  return known.length > 0 ? `Did you mean ${known.join(" or ")}?` : "";
}

/** Joins a path inside the root to the root. */
export function fromRoot(root: string, path: string): string {
  return join(root, ...path.split("/"));
}
