import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { errorCode } from "./disk-failure.ts";
import { HEAVY_FOLDERS } from "./heavy-folders.ts";
import { KEY_FILES, KEY_FOLDERS } from "./protected-paths.ts";

/** What ripgrep found: lines of its output, and why it ended before its end, if so. `problem` is its own complaint, such as a bad pattern, or why it did not start. */
export type RipgrepResult = {
  readonly lines: readonly string[];
  readonly ended: "complete" | "limit" | "timeout" | "aborted" | "not-started";
  readonly problem: string;
};

export type RipgrepOptions = {
  readonly cwd: string;
  readonly maxLines: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Where to look, relative to `cwd`; default everywhere below it. */
  readonly paths?: readonly string[];
  /** Look also where `.gitignore` and the list of heavy folders say no. */
  readonly everywhere?: boolean;
};

/**
 * Runs ripgrep, the search program that comes with Whippet, and stops it at `maxLines` lines or after `timeoutMs` (10 s).
 * Hidden files are searched, `.gitignore` is honoured, links are not followed, key files and the insides of version control are left out. Order is by path.
 */
export async function ripgrep(args: readonly string[], options: RipgrepOptions): Promise<RipgrepResult> {
  const { rgPath } = await import("@vscode/ripgrep");
  // Of several patterns the last that fits wins: ours come last, so that none brings back what is left out.
  const all = [...args, ...commonArguments(options.everywhere ?? false), "--", ...(options.paths ?? [])];
  const child = await start(rgPath, all, options.cwd);
  if (typeof child === "string") return { lines: [], ended: "not-started", problem: child };
  let ended: RipgrepResult["ended"] = "complete";
  const stop = (why: RipgrepResult["ended"]): void => {
    if (ended === "complete") ended = why;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop("timeout"), options.timeoutMs ?? 10_000);
  const abort = (): void => stop("aborted");
  options.signal?.addEventListener("abort", abort);
  if (options.signal?.aborted) abort();
  try {
    const closed = once(child, "close");
    const problem = readStart(child.stderr);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (lines.length < options.maxLines) lines.push(line);
      else {
        stop("limit");
        child.stdout.destroy();
        break;
      }
    }
    await closed;
    return { lines, ended, problem: await problem };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
  }
}

/** The running program, or why the system would not start it: its folder is gone, the pattern is too long for an argument. */
async function start(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<ChildProcessByStdio<null, Readable, Readable> | string> {
  try {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    await once(child, "spawn");
    return child;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // The system's words would name the program as what is missing.
    return existsSync(cwd) ? (error as Error).message : `${cwd} does not exist`;
  }
}

function commonArguments(everywhere: boolean): string[] {
  const leftOut = [".git", ".hg", ".svn", ".jj", ...KEY_FOLDERS, ...KEY_FILES, ...(everywhere ? [] : HEAVY_FOLDERS)];
  return [
    ...["--no-config", "--no-messages", "--color=never", "--sort=path", "--hidden", "--no-require-git"],
    ...(everywhere ? ["--no-ignore"] : []),
    ...leftOut.map((name) => `--iglob=!**/${name}`),
  ];
}

async function readStart(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) if (text.length < 2_000) text += String(chunk);
  return text.trim();
}
