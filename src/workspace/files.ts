import { realpathSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { decodeText } from "../lib/decode-text.ts";
import { type Failure, failure, nextCall } from "../lib/failure.ts";
import { sha256 } from "../lib/sha256.ts";
import { shellQuote } from "../lib/shell-quote.ts";
import { UserError } from "../lib/user-error.ts";
import type { ContentChange, FileChange } from "../types.ts";
import { type ContentStore, createContentStore } from "./content-store.ts";
import { diskFailure, errorCode } from "./disk-failure.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { createPaths, didYouMean, fromRoot, type Paths } from "./paths.ts";
import { type FileBytes, readBytes } from "./read-bytes.ts";
import { replaceFile } from "./replace-file.ts";

/** A text file as it is on the disk: `text` is exact (byte order mark and line ends kept), `hash` the SHA-256 of its bytes. */
export type TextFile = {
  readonly ok: true;
  /** Relative to the workspace with `/`, links followed. */
  readonly path: string;
  readonly text: string;
  readonly hash: string;
  readonly encoding: "utf-8" | "latin1";
};

/** A path at which there is nothing. */
export type NoFile = { readonly ok: true; readonly path: string; readonly text: null };

/** All reading and changing of the workspace's files. Paths are as a model gives them; answers carry the real ones. */
export type Files = Paths & {
  read(path: string): Promise<TextFile | Failure>;
  /** The same for a path at which there may be nothing: then only the path comes back. */
  readIfThere(path: string): Promise<TextFile | NoFile | Failure>;
  /** Makes a file's text from `before` into `after` (null = absent), unless it is not `before` any more. Bytes before and after are stored first. */
  write(change: ContentChange): Promise<{ readonly ok: true; readonly change: FileChange } | Failure>;
  /** Puts stored contents back (null = absent) and returns what changed by it; throws a UserError when that can't be done. */
  restore(
    targets: readonly { readonly path: string; readonly content: string | null }[],
  ): Promise<readonly FileChange[]>;
  /** Hash of a file's bytes; null when there is none that can be read whole (missing, no regular file, no permission, too large). */
  hashOf(path: string): Promise<string | null>;
  /** The text of a stored content; throws a UserError when it is missing. */
  stored(hash: string): Promise<string>;
};

/** What the functions below work with. */
type Disk = { readonly paths: Paths; readonly store: ContentStore };

/** Files inside the existing folder `root`; copies go to `storeDir`; files in `readable` folders may be read too. */
export function createFiles(options: {
  readonly root: string;
  readonly storeDir: string;
  readonly readable?: readonly string[];
}): Files {
  const paths = createPaths({ ...options, root: realpathSync(options.root) });
  const disk = { paths, store: createContentStore(options.storeDir) };
  return {
    ...paths,
    read: (given) => read(paths, given),
    readIfThere: (given) => readIfThere(paths, given, "write"),
    write: (change) => write(disk, change),
    restore: (targets) => restore(disk, targets),
    hashOf: (given) => hashOf(paths, given),
    async stored(hash) {
      return (await disk.store.get(hash)).toString();
    },
  };
}

async function read(paths: Paths, given: string): Promise<TextFile | Failure> {
  const file = await readIfThere(paths, given, "read");
  if (!file.ok || file.text !== null) return file;
  const { path } = file;
  return failure(`${path} does not exist.`, didYouMean(await nearestPaths(paths.root, path)) || nextCall("list", {}));
}

async function readIfThere(paths: Paths, given: string, purpose: "read" | "write"): ReturnType<Files["readIfThere"]> {
  const resolved = await paths.resolve(given, purpose);
  if (!resolved.ok) return resolved;
  try {
    return textOf(resolved.path, await readBytes(resolved.absolute));
  } catch (error) {
    return diskFailure(error, resolved.path);
  }
}

async function write(disk: Disk, { path: given, before, after }: ContentChange): ReturnType<Files["write"]> {
  const { root, resolve } = disk.paths;
  const resolved = await resolve(given, "write");
  if (!resolved.ok) return resolved;
  const { path } = resolved;
  try {
    const found = await readBytes(fromRoot(root, path));
    const now = textOf(path, found);
    if (!now.ok) return now;
    if (now.text !== null && now.encoding === "latin1") {
      return failure(`${path} is not UTF-8 text.`, "Change it with a bash command that keeps its encoding.");
    }
    if (now.text !== before) {
      return failure(`${path} was changed by something else in the meantime.`, nextCall("read", { path }), "refused");
    }
    return { ok: true, change: await put(disk, path, found, after === null ? null : Buffer.from(after)) };
  } catch (error) {
    return diskFailure(error, path);
  }
}

async function hashOf(paths: Paths, given: string): Promise<string | null> {
  const resolved = await paths.resolve(given, "read");
  if (!resolved.ok) return null;
  try {
    const found = await readBytes(resolved.absolute);
    return found.kind === "file" ? sha256(found.bytes) : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}

/** Stores both contents, then changes the file. */
async function put({ paths, store }: Disk, path: string, before: FileBytes, after: Buffer | null): Promise<FileChange> {
  const target = fromRoot(paths.root, path);
  const change = {
    path,
    before: before.kind === "file" ? await store.put(before.bytes) : null,
    after: after ? await store.put(after) : null,
  };
  if (!after) await rm(target, { force: true });
  else {
    await mkdir(dirname(target), { recursive: true });
    await replaceFile(target, after, before.kind === "file" ? before : {});
  }
  return change;
}

type Target = Parameters<Files["restore"]>[0][number];

async function restore(disk: Disk, targets: readonly Target[]): Promise<readonly FileChange[]> {
  const contents = [];
  for (const target of targets) contents.push({ path: target.path, ...(await restorable(disk, target)) });
  const changes: FileChange[] = [];
  for (const { path, before, after } of contents) {
    if (before && after !== undefined) changes.push(await orUserError(path, put(disk, path, before, after)));
  }
  return changes;
}

/** The contents before and after restoring one file; nothing where it is already as wanted. */
async function restorable({ paths, store }: Disk, { path, content }: Target) {
  const resolved = await paths.resolve(path, "write");
  const before = await orUserError(path, readBytes(fromRoot(paths.root, path)));
  const isReplaceable = before.kind === "file" || before.kind === "absent";
  if (!resolved.ok || resolved.path !== path || !isReplaceable)
    throw notRestorable(path, "something else stands in its place");
  const now = before.kind === "file" ? sha256(before.bytes) : null;
  return now === content ? {} : { before, after: content === null ? null : await store.get(content) };
}

async function orUserError<T>(path: string, doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw notRestorable(path, (error as Error).message);
  }
}

function notRestorable(path: string, why: string): UserError {
  return new UserError({
    code: "not-restorable",
    message: `${path} can't be put back: ${why}.`,
    hint: `Mend or move ${path} and try again.`,
  });
}

function textOf(path: string, found: FileBytes): TextFile | NoFile | Failure {
  switch (found.kind) {
    case "absent":
      return { ok: true, path, text: null };
    case "file": {
      const decoded = decodeText(found.bytes);
      if (decoded.text !== null) return { ok: true, path, hash: sha256(found.bytes), ...decoded };
      return failure(
        `${path} is ${decoded.kind} (${found.bytes.length} bytes), not text.`,
        "Go on without reading it.",
      );
    }
    case "folder":
      return failure(`${path} is a folder.`, nextCall("list", { path }));
    case "other":
      return failure(`${path} is not a regular file.`, "Go on without it.");
    case "too-large": {
      const command = `sed -n '1,100p' ${shellQuote(path)}`;
      const size = `${Math.round(found.size / 1e6)} MB`;
      return failure(`${path} is too large to read whole (${size}).`, nextCall("bash", { command }));
    }
  }
}
