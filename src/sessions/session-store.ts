import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Entry } from "../types.ts";

/** One session's folder: `log.jsonl` (one entry a line), `out/` (whole outputs of commands), `files/` (bytes of files before and after changes). */
export type Session = {
  readonly folder: string;
  readonly outDir: string;
  readonly filesDir: string;
  /** What was in the log when it was opened. */
  readonly entries: readonly Entry[];
  /** Writes one entry, whole or not at all; throws when the disk refuses. */
  readonly write: (entry: Entry) => void;
  readonly close: () => void;
};

/** Folder of all sessions of one workspace: its base name and a hash of its whole path, so that two folders of one name stay apart. */
export function sessionsFolder(stateDir: string, root: string): string {
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const name = basename(root).replace(/[^\w.-]/g, "_") || "root";
  return join(stateDir, "sessions", `${name}-${hash}`);
}

/** Makes a new session; folders 0700, files 0600. */
export function createSession(stateDir: string, root: string, now: Date = new Date()): Session {
  const time = now.toISOString().replace(/[:.]/g, "-");
  const folder = join(sessionsFolder(stateDir, root), `${time}-${randomBytes(3).toString("hex")}`);
  for (const part of ["out", "files"]) mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  return openSession(folder);
}

/** The newest session of a workspace that has a log, or nothing. */
export function latestSession(stateDir: string, root: string): Session | undefined {
  const parent = sessionsFolder(stateDir, root);
  const names = listFolder(parent).sort().reverse();
  const name = names.find((candidate) => listFolder(join(parent, candidate)).includes("log.jsonl"));
  return name === undefined ? undefined : openSession(join(parent, name));
}

/** Opens a session's log; a torn last line (a crash while writing) is cut off. */
export function openSession(folder: string): Session {
  const file = openSync(join(folder, "log.jsonl"), "a+", 0o600);
  const { entries, bytes } = readEntries(readFileSync(file));
  ftruncateSync(file, bytes);
  let size = bytes;
  return {
    folder,
    outDir: join(folder, "out"),
    filesDir: join(folder, "files"),
    entries,
    write(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        writeWhole(file, line);
        size += line.length;
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
    },
    close() {
      fdatasyncSync(file);
      closeSync(file);
    },
  };
}

function writeWhole(file: number, line: Buffer): void {
  for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
}

/** The entries up to the first line that is not a whole entry, and how many bytes they take. */
function readEntries(content: Buffer): { entries: Entry[]; bytes: number } {
  const entries: Entry[] = [];
  let bytes = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, bytes)) {
    const entry = parseEntry(content.toString("utf8", bytes, end));
    if (entry?.seq !== entries.length) break;
    entries.push(entry);
    bytes = end + 1;
  }
  return { entries, bytes };
}

function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
