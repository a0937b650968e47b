import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";

/** How an exchange ended. `lost`: the server could not be reached, or went away in the middle of its answer. */
export type Ending = { readonly kind: "whole" | "cancelled" } | { readonly kind: "lost"; readonly why: string };

/** Sees what goes through, after it was passed on. */
export type Witness = {
  asked(bytes: Buffer): void;
  /** The request's body is whole. */
  askedAll(): void;
  head(status: number, contentType: string): void;
  answered(bytes: Buffer): void;
};

/** They concern one connection, not the message; `expect` was answered here already. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];

/**
 * Passes a request on to `target` and the answer back, each byte as it comes, and resolves when that is over. Who goes
 * away on one side goes away on the other at once. An agent whose request reached no server gets 502 and JSON that says why.
 */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: URL,
  witness: Witness | undefined,
): Promise<Ending> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (ending: Ending): void => {
      isOver = true;
      resolve(ending);
    };
    const lose = (what: string): void => {
      if (isOver) return;
      const why = `the model server at ${target.origin} ${what}`;
      end({ kind: "lost", why });
      // What came before still goes out, without the mark of a whole answer.
      if (response.headersSent) response.socket?.destroySoon();
      else refuse(response, why);
    };
    const outgoing = open(incoming, target);
    response.on("close", () => {
      if (!isOver) end({ kind: response.writableFinished ? "whole" : "cancelled" });
      outgoing.destroy();
    });
    let hasAnswer = false;
    outgoing.on("response", (answer) => {
      hasAnswer = true;
      passBack(answer, response, witness, lose);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // An answer may come before the whole request was taken; then its own end counts.
      if (!hasAnswer) lose(`did not answer (${error.code ?? error.message})`);
    });
    outgoing.on("close", () => {
      if (!hasAnswer) lose("did not answer");
      incoming.unpipe(outgoing).resume();
    });
    incoming.pipe(outgoing);
    if (witness) incoming.on("data", witness.asked).on("end", witness.askedAll);
  });
}

/** A connection of its own for each request: one that is kept may be closed by the server just as it is used again. */
function open(incoming: IncomingMessage, target: URL): ClientRequest {
  const options = {
    // A name in brackets is an IPv6 address.
    hostname: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port,
    method: incoming.method,
    path: target.pathname.replace(/\/+$/, "") + incoming.url,
    headers: [
      ...withoutHeaders(incoming.rawHeaders, ["host", "accept-encoding", ...HOP_BY_HOP]),
      ...["Host", target.host, "Accept-Encoding", "identity"],
    ],
    agent: false as const,
  };
  const outgoing = target.protocol === "https:" ? httpsRequest(options) : httpRequest(options);
  outgoing.setNoDelay(true);
  return outgoing;
}

function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  witness: Witness | undefined,
  lose: (what: string) => void,
): void {
  const { statusCode = 0, statusMessage = "", headers, rawHeaders } = answer;
  // Also where the connection ended before the answer was whole.
  answer.on("error", () => lose("broke off its answer"));
  try {
    response.sendDate = false;
    response.writeHead(statusCode, statusMessage, withoutHeaders(rawHeaders, ["transfer-encoding", ...HOP_BY_HOP]));
    response.flushHeaders();
  } catch (error) {
    lose(`sent a head that is no HTTP (${(error as Error).message})`);
    answer.destroy();
    return;
  }
  witness?.head(statusCode, headers["content-type"] ?? "");
  answer.pipe(response);
  if (witness) answer.on("data", witness.answered);
}

/** Names and values in turn, as they came. */
function withoutHeaders(raw: readonly string[], names: readonly string[]): string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
  const listed = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(","));
  const dropped = new Set([...names, ...listed.map((name) => name.trim().toLowerCase())]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function refuse(response: ServerResponse, why: string): void {
  // Named, since the response may still hold the server's own words from a head that could not be passed on.
  response.writeHead(502, "Bad Gateway", { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: `whippet bench: ${why}`, type: "proxy_error", code: 502 } }));
}
