import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A real pipe: `writeEnd` is the descriptor for a command's output, to be closed with `closeWriteEnd` once it has started; `output` is what it writes. */
export type OutputPipe = { readonly output: Socket; readonly writeEnd: number; closeWriteEnd(): void };

/** No pipe could be made; the message is the system's: no `mkfifo`, no place for temporary files, a disk without pipes, too many open files. */
export class OutputPipeError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message.trim() : String(cause), { cause });
    this.name = "OutputPipeError";
  }
}

/**
 * Makes a pipe by way of a named one that is deleted at once. Node's own are sockets, and a script that writes to `/dev/stderr` fails on those;
 * and one pipe for both streams keeps their order. Throws an `OutputPipeError`.
 */
export async function openOutputPipe(): Promise<OutputPipe> {
  try {
    const folder = await mkdtemp(join(tmpdir(), "whippet-"));
    try {
      const path = join(folder, "output");
      await promisify(execFile)("mkfifo", ["-m", "600", path]);
      return openEnds(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (cause) {
    throw new OutputPipeError(cause);
  }
}

function openEnds(path: string): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writeEnd = openSync(path, constants.O_WRONLY);
    const output = new Socket({ fd: readEnd, readable: true, writable: false });
    return { output, writeEnd, closeWriteEnd: () => closeSync(writeEnd) };
  } catch (error) {
    closeSync(readEnd);
    throw error;
  }
}
