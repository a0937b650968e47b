import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { plainTerminalText } from "../lib/plain-terminal-text.ts";
import { errorCode } from "./disk-failure.ts";

/** Bytes kept in memory of the beginning, and as many of the end, of a command's output: far more than any window shows. */
const KEPT_BYTES = 256_000;

/** Takes a command's output: all of it into a file, its beginning and end into memory. */
export type OutputCapture = {
  /** Bytes taken so far. */
  readonly size: () => number;
  /** The file that holds everything; null when it could not be written. */
  readonly file: () => string | null;
  push(chunk: Buffer): void;
  /** Plain text of what came so far, with a line where the middle is left out. */
  text(): string;
  close(): void;
};

/** A new file `run-N.txt` in `outDir`, readable by its owner only. A disk that takes no more costs the file, not the command. */
export function createOutputCapture(outDir: string): OutputCapture {
  const head: Buffer[] = [];
  let headBytes = 0;
  const tail: Buffer[] = [];
  let tailBytes = 0;
  let size = 0;
  let file = openNext(outDir);

  function close(): void {
    if (file?.fd !== undefined) closeSync(file.fd);
    if (file) file = { path: file.path };
  }
  function store(chunk: Buffer): void {
    try {
      if (file?.fd !== undefined) writeSync(file.fd, chunk);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      close();
      file = undefined;
    }
  }
  return {
    size: () => size,
    file: () => file?.path ?? null,
    push(chunk) {
      size += chunk.length;
      store(chunk);
      const forHead = chunk.subarray(0, Math.max(0, KEPT_BYTES - headBytes));
      if (forHead.length > 0) head.push(forHead);
      headBytes += forHead.length;
      if (forHead.length === chunk.length) return;
      tail.push(chunk.subarray(forHead.length));
      tailBytes += chunk.length - forHead.length;
      for (let first = tail[0]; first && tailBytes - first.length >= KEPT_BYTES; first = tail[0]) {
        tailBytes -= first.length;
        tail.shift();
      }
    },
    text() {
      const end = Buffer.concat(tail);
      const missing = size - headBytes - end.length;
      if (missing === 0) return plainTerminalText(Buffer.concat([...head, end]).toString());
      const [start, rest] = [Buffer.concat(head).toString(), end.toString()];
      const from = rest.indexOf("\n") + 1;
      return plainTerminalText(
        `${start.slice(0, start.lastIndexOf("\n") + 1)}[… ${missing} bytes …]\n${rest.slice(from)}`,
      );
    },
    close,
  };
}

function openNext(outDir: string): { readonly path: string; readonly fd?: number } | undefined {
  try {
    mkdirSync(outDir, { recursive: true, mode: 0o700 });
    for (let number = 1; ; number++) {
      const opened = openNew(join(outDir, `run-${number}.txt`));
      if (opened) return opened;
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function openNew(path: string): { readonly path: string; readonly fd: number } | undefined {
  try {
    return { path, fd: openSync(path, "wx", 0o600) };
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return undefined;
  }
}
