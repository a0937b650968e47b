import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { HEAVY_FOLDERS } from "./heavy-folders.ts";
import { KEY_FILES, KEY_FOLDERS } from "./protected-paths.ts";

/** What ripgrep found: lines of its output, and why it ended before its end, if so. `problem` is its own complaint, such as a bad pattern. */
export type RipgrepResult = {
  readonly lines: readonly string[];
  readonly ended: "complete" | "limit" | "timeout" | "aborted";
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
  const child = spawn(rgPath, all, { cwd: options.cwd, stdio: ["ignore", "pipe", "pipe"] });
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
    const closed = new Promise<void>((done, fail) => child.once("close", () => done()).once("error", fail));
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
