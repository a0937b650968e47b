import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UserError } from "../../lib/user-error.ts";
import { createRecorder, type OpenRecorder } from "./create-recorder.ts";
import { forward } from "./forward.ts";

/** What the model was asked in one recording, what it answered, and how often the server was lost. */
export type Recorder = ReturnType<OpenRecorder["result"]>;

export type Recording = {
  /** Breaks off all connections of clients, and with them what they still wait for; resolves within 2 s. */
  finish(): Promise<Recorder>;
};

export type CountingProxy = {
  readonly origin: string;
  /** Starts a new recording; the requests that begin from now on belong to it. */
  record(): Recording;
  close(): Promise<void>;
};

/** For closed connections to be noticed. */
const SETTLE_MS = 2_000;

/**
 * A proxy on 127.0.0.1 that passes everything on to the model server at `target` (an http or https URL) and counts what
 * the model is asked. `port` 0, the default, takes any free one. Throws a `UserError` where the port can't be had.
 */
export async function startCountingProxy(options: {
  readonly target: string;
  readonly port?: number;
}): Promise<CountingProxy> {
  const target = new URL(options.target);
  let recorder: OpenRecorder | undefined;
  // A laptop may read a prompt for ten minutes, and a connection that is closed here looks like a broken server.
  const patience = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 };
  const server = createServer(patience, (incoming, response) => {
    const pass: Parameters<OpenRecorder["take"]>[2] = (witness) => forward(incoming, response, target, witness);
    if (recorder) recorder.take(incoming.method ?? "", incoming.url ?? "", pass);
    else void pass(undefined);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    record() {
      const mine = createRecorder();
      recorder = mine;
      return {
        async finish() {
          if (recorder === mine) recorder = undefined;
          server.closeAllConnections();
          await mine.settle(SETTLE_MS);
          return mine.result();
        },
      };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  const why = { EADDRINUSE: "is taken by another program", EACCES: "is not allowed to you" }[error.code ?? ""];
  if (why === undefined) return error;
  return new UserError({
    code: "port-taken",
    message: `Port ${port} for the counting proxy ${why}.`,
    hint: "Choose another one with --proxy-port, or leave the option out to have a free one.",
  });
}
