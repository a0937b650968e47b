import { open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, EnvHttpProxyAgent, fetch, type Response } from "undici";

/** One file to be fetched into `part`, which grows from its start. `onBytes` hears how many are there. */
export type UrlFetch = {
  readonly url: string;
  readonly part: string;
  readonly bytes: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly onBytes: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for a connection, for the next byte, and between tries. */
  readonly connectTimeoutMs?: number;
  readonly stallTimeoutMs?: number;
  readonly retryDelayMs?: number;
};

const triesWithoutProgress = 3;

/** The source answers, but has something else; asking again won't help. */
class WrongSource extends Error {}

/** Fetches by HTTP, going on where `part` ends; a broken connection is taken up again. Rejects with a sentence's end about the source, the signal's reason, or the disk's error. */
export async function fetchUrl(task: UrlFetch): Promise<void> {
  const { connectTimeoutMs = 10_000, stallTimeoutMs = 30_000, retryDelayMs = 1000 } = task;
  const dispatcher = createDispatcher(task.variables, connectTimeoutMs, stallTimeoutMs);
  try {
    let most = await sizeOf(task.part);
    let hasStarted = false;
    let failures = 0;
    for (let have = most; have !== task.bytes; ) {
      const failure = await attempt(task, have, dispatcher);
      task.signal?.throwIfAborted();
      have = await sizeOf(task.part);
      failures = have > most ? 0 : failures + 1;
      hasStarted ||= have > most;
      most = Math.max(most, have);
      // A source that can't be reached at all is left at once; one that broke gets some patience.
      const isHopeless = failure instanceof WrongSource || !hasStarted || failures > triesWithoutProgress;
      if (failure && isHopeless) throw failure;
      if (failure)
        await sleep(retryDelayMs, undefined, task.signal ? { signal: task.signal } : {}).catch(() =>
          task.signal?.throwIfAborted(),
        );
    }
  } finally {
    await dispatcher.destroy();
  }
}

/** One request; what went wrong comes back unless it is the disk's or the person's doing. */
async function attempt(task: UrlFetch, have: number, dispatcher: Dispatcher): Promise<Error | null> {
  try {
    if (have > task.bytes) await rm(task.part);
    await request(task, have > task.bytes ? 0 : have, dispatcher);
    return null;
  } catch (error) {
    if (isFromDisk(error)) throw error;
    return error instanceof WrongSource ? error : new Error(reasonOf(error));
  }
}

async function request(task: UrlFetch, from: number, dispatcher: Dispatcher): Promise<void> {
  const headers = { "accept-encoding": "identity", ...(from > 0 ? { range: `bytes=${from}-` } : {}) };
  const response = await fetch(task.url, { dispatcher, headers, signal: task.signal ?? null });
  const resumes = response.status === 206 && response.headers.get("content-range")?.startsWith(`bytes ${from}-`);
  if (response.body && (response.status === 200 || resumes)) await save(response.body, task, resumes ? from : 0);
  else await refuse(response, task.part);
}

/** Throws for an answer that is not the file. One that denies the range asked for makes the next try begin anew. */
async function refuse({ status, body }: Response, part: string): Promise<never> {
  await body?.cancel();
  if (status === 416 || status === 206) await rm(part, { force: true });
  const isFinal = status >= 400 && status < 500 && status !== 416;
  throw new (isFinal ? WrongSource : Error)(`HTTP status ${status}`);
}

/** Writes piece by piece, so that all that came is on the disk when the connection breaks. */
async function save(body: AsyncIterable<Uint8Array>, task: UrlFetch, from: number): Promise<void> {
  const file = await open(task.part, from > 0 ? "a" : "w");
  let done = from;
  try {
    for await (const piece of body) {
      done += piece.length;
      if (done > task.bytes) throw new WrongSource(`it sent more than ${task.bytes} bytes`);
      await file.writeFile(piece);
      task.onBytes(done);
    }
  } finally {
    await file.close();
  }
  if (done < task.bytes) throw new Error(`it ended after ${done} of ${task.bytes} bytes`);
}

function createDispatcher(variables: UrlFetch["variables"], connectMs: number, stallMs: number): Dispatcher {
  const read = (name: string): string => variables[name.toLowerCase()] ?? variables[name] ?? "";
  return new EnvHttpProxyAgent({
    httpProxy: read("HTTP_PROXY"),
    httpsProxy: read("HTTPS_PROXY"),
    noProxy: read("NO_PROXY"),
    connect: { timeout: connectMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  });
}

function isFromDisk(error: unknown): boolean {
  const { syscall = "" } = error as NodeJS.ErrnoException;
  return syscall === "open" || syscall === "write" || syscall === "unlink";
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name can't be resolved",
  EAI_AGAIN: "its name can't be resolved",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "it went silent",
  UND_ERR_SOCKET: "the connection broke",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code = "" } = cause as NodeJS.ErrnoException;
  return reasons[code] ?? cause.message;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}
