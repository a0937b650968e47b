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
import { UserError } from "../lib/user-error.ts";
import type { Entry } from "../types.ts";
import { withStateErrors } from "./with-state-errors.ts";

const LOG = "log.jsonl";

/** One session's folder: `log.jsonl` (one entry a line), `out/` (whole outputs of commands), `files/` (bytes of files before and after changes). */
export type Session = {
  readonly folder: string;
  readonly outDir: string;
  readonly filesDir: string;
  /** What was in the log when it was opened, up to a damaged line. */
  readonly entries: readonly Entry[];
  /** Number, from 1, of a line in the middle of the log that can't be read: nothing is cut, and nothing written any more. */
  readonly damagedLine?: number;
  /** Writes one entry, whole or not at all; throws when the disk refuses, and a `UserError` where a line is damaged. */
  readonly write: (entry: Entry) => void;
  readonly close: () => void;
};

/** Folder of all sessions of one workspace: its base name and a hash of its whole path, so that two folders of one name stay apart. */
export function sessionsFolder(stateDir: string, root: string): string {
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const name = basename(root).replace(/[^\w.-]/g, "_") || "root";
  return join(stateDir, "sessions", `${name}-${hash}`);
}

/** Makes a new session; folders 0700, files 0600. Throws a `UserError` where the disk refuses. */
export function createSession(stateDir: string, root: string, now: Date = new Date()): Session {
  const time = now.toISOString().replace(/[:.]/g, "-");
  const folder = join(sessionsFolder(stateDir, root), `${time}-${randomBytes(3).toString("hex")}`);
  withStateErrors(folder, () => {
    for (const part of ["out", "files"]) mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  });
  return openSession(folder);
}

/** Folders of a workspace's sessions that have a log, newest first. */
export function sessionFolders(stateDir: string, root: string): readonly string[] {
  const parent = sessionsFolder(stateDir, root);
  return withStateErrors(parent, () => {
    const folders = listFolder(parent).map((name) => join(parent, name));
    return folders
      .filter((folder) => listFolder(folder).includes(LOG))
      .sort()
      .reverse();
  });
}

/** Opens a session's log; a torn last line (a crash while writing) is cut off. Throws a `UserError` where the disk refuses. */
export function openSession(folder: string): Session {
  return withStateErrors(folder, () => open(folder));
}

function open(folder: string): Session {
  const file = openSync(join(folder, LOG), "a+", 0o600);
  const { entries, bytes, damagedLine } = readEntries(readFileSync(file));
  if (damagedLine === undefined) ftruncateSync(file, bytes);
  let size = bytes;
  return {
    folder,
    outDir: join(folder, "out"),
    filesDir: join(folder, "files"),
    entries,
    ...(damagedLine === undefined ? {} : { damagedLine }),
    write(entry) {
      if (damagedLine !== undefined) throw damaged(join(folder, LOG), damagedLine);
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
      try {
        withStateErrors(folder, () => fdatasyncSync(file));
      } finally {
        closeSync(file);
      }
    },
  };
}

function damaged(path: string, line: number): UserError {
  return new UserError({
    code: "session-damaged",
    message: `The session's log can't be gone on with: line ${line} of ${path} is damaged.`,
    hint: 'Begin a new session: whippet -p "…"',
  });
}

function writeWhole(file: number, line: Buffer): void {
  for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
}

/** The entries up to the first line that is none, and how many bytes they take. What follows the last line's end is torn, no damage. */
function readEntries(content: Buffer): { entries: Entry[]; bytes: number; damagedLine?: number } {
  const entries: Entry[] = [];
  let bytes = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, bytes)) {
    const entry = parseEntry(content.toString("utf8", bytes, end));
    if (entry?.seq !== entries.length) return { entries, bytes, damagedLine: entries.length + 1 };
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
