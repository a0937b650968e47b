import type { Check, FileChange, FileView } from "../types.ts";

/** What features may ask of the person's project; the host supplies it. Paths are relative to the root, with `/`. */
export type Project = {
  readonly root: string;
  /** Sentence about the machine: "Linux". */
  readonly platform: string;
  /** Files of the workspace, heavy folders and ignored files left out, at most `limit`. */
  list(limit: number): Promise<readonly string[]>;
  /** A text file whole, or null where there is none (missing, binary, outside). */
  read(path: string): Promise<{ readonly text: string; readonly view: FileView } | null>;
  /** A file's text from before a change, by its hash; null where it is not kept. */
  stored(hash: string): Promise<string | null>;
  /** Writes an existing file's text; null when it could not be done. The caller records the change before. */
  put(path: string, before: string, after: string): Promise<FileChange | null>;
  /** The project's test command, or null; `aliases` are other texts of the same command. */
  testCommand(): Promise<{ readonly command: string; readonly aliases: readonly string[] } | null>;
  runTests(signal: AbortSignal): Promise<Check>;
  /** Source files that a test file imports, nearest first. */
  related(testFile: string): Promise<readonly string[]>;
  /** Whether a path, symlinks followed, lies inside the workspace. */
  isInside(path: string): Promise<boolean>;
};
