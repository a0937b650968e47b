import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** One answer as it goes over the wire: status (200), headers (server-sent events) and raw body, and what goes wrong with it. */
export type Recording = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The body goes out in pieces of this many bytes, each on its own. */
  readonly cutEvery?: number;
  /** Before each piece, in milliseconds. */
  readonly delayMs?: number;
  /** The connection is destroyed after this many bytes of the body; 0: before the head. */
  readonly dropAfterBytes?: number;
  /** After this many bytes of the body nothing more comes, and the connection stays open; 0: not even the head. */
  readonly stallAfterBytes?: number;
};

/** Answers by method and path, `"POST /v1/chat/completions"`; of a list each request takes the next, the last one stays. */
export type Routes = { readonly [route: string]: Recording | readonly Recording[] };

/** A request as it came; `body` is its text. */
export type RecordedRequest = {
  readonly route: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};

export type ReplayServer = {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** Resolves with the number of connections that clients closed before their answer was whole, once it is at least `count`. */
  abandoned(count: number): Promise<number>;
  close(): Promise<void>;
};

/** A real HTTP server on a free port of 127.0.0.1 that serves recorded bytes; 404 with llama.cpp's words for all else. `faults` holds for every recording. */
export async function startReplayServer(
  routes: Routes,
  faults: Omit<Recording, "body" | "status"> = {},
): Promise<ReplayServer> {
  const requests: RecordedRequest[] = [];
  const served = new Map<string, number>();
  const sockets = new Set<Socket>();
  const waiting: { count: number; resolve: (abandoned: number) => void }[] = [];
  let abandoned = 0;

  const next = (route: string): Recording => {
    const recordings = [routes[route] ?? NOT_FOUND].flat();
    const index = served.get(route) ?? 0;
    served.set(route, index + 1);
    return { ...faults, ...(recordings[Math.min(index, recordings.length - 1)] as Recording) };
  };
  const server = createServer(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    response.on("close", () => {
      if (response.writableFinished) return;
      abandoned += 1;
      for (const one of waiting) if (abandoned >= one.count) one.resolve(abandoned);
    });
    requests.push({ route, headers: request.headers, body: await readBody(request) });
    await play(next(route), response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    abandoned: (count) =>
      abandoned >= count ? Promise.resolve(abandoned) : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const NOT_FOUND: Recording = {
  status: 404,
  headers: JSON_TYPE,
  body: '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}',
};

/** A recording of a JSON answer. */
export function jsonRecording(value: unknown, status = 200): Recording {
  return { status, headers: JSON_TYPE, body: JSON.stringify(value) };
}

/** The body so far, also of a request that its sender gave up. */
function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) => request.on("close", () => resolve(Buffer.concat(pieces).toString("utf8"))));
}

async function play(recording: Recording, response: ServerResponse): Promise<void> {
  const {
    status = 200,
    headers = { "content-type": "text/event-stream" },
    cutEvery,
    delayMs,
    dropAfterBytes,
    stallAfterBytes,
  } = recording;
  const body = Buffer.from(recording.body ?? "");
  const end = Math.min(dropAfterBytes ?? body.length, stallAfterBytes ?? body.length);
  if (dropAfterBytes === 0) response.destroy();
  if (dropAfterBytes === 0 || stallAfterBytes === 0) return;
  response.writeHead(status, headers);
  response.flushHeaders();
  const step = cutEvery ?? Math.max(1, end);
  for (let start = 0; start < end && !response.destroyed; start += step) {
    if (delayMs !== undefined) await sleep(delayMs);
    await new Promise((resolve) => response.write(body.subarray(start, Math.min(end, start + step)), resolve));
  }
  if (dropAfterBytes !== undefined) response.destroy();
  else if (stallAfterBytes === undefined) response.end();
}
