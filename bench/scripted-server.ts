import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";

/** A reply put into the model's mouth: text as it would stream, and calls in the server's own form. */
export type ScriptedReply = {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: { readonly [key: string]: unknown } }[];
};

export type ScriptedServer = { readonly url: string; close(): Promise<void> };

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/**
 * Stands between the program and the model server `target` (an address without `/v1`): passes everything on as it is, but
 * of questions wants one token, and answers each with the script's next reply and the server's own figures.
 */
export async function startScriptedServer(target: string, script: readonly ScriptedReply[]): Promise<ScriptedServer> {
  const left = [...script];
  const server = createServer((message, response) => {
    answer(message, response, target, left).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `${target}: ${error.message}`, code: 502 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  target: string,
  left: ScriptedReply[],
): Promise<void> {
  const isQuestion = message.method === "POST" && message.url === "/v1/chat/completions";
  const body = await readBody(message);
  const abandoned = new AbortController();
  response.on("close", () => abandoned.abort());
  const sent = isQuestion ? JSON.stringify({ ...JSON.parse(body), max_tokens: 1 }) : body;
  const received = await forward(message, sent, target, abandoned.signal);
  const reply = isQuestion && received.status === 200 ? left.shift() : undefined;
  response.writeHead(received.status, { "content-type": received.type });
  response.end(reply ? toStream(reply, lastFigures(received.body)) : received.body);
}

async function forward(message: IncomingMessage, body: string, target: string, signal: AbortSignal): Promise<Answer> {
  const { authorization, "content-type": type } = message.headers;
  const {
    statusCode,
    headers,
    body: received,
  } = await request(target + message.url, {
    method: message.method === "POST" ? "POST" : "GET",
    headers: { ...(type ? { "content-type": type } : {}), ...(authorization ? { authorization } : {}) },
    ...(body === "" ? {} : { body }),
    signal,
    // A slow machine reads a prompt for minutes; and a reused connection may just have been closed by the server.
    ...{ headersTimeout: 0, bodyTimeout: 0, reset: true },
  });
  return {
    status: statusCode,
    type: String(headers["content-type"] ?? "application/json"),
    body: await received.text(),
  };
}

async function readBody(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** Token counts and times of a streamed reply, as the server wrote them; the last of each kind counts. */
export function lastFigures(stream: string): { readonly usage?: unknown; readonly timings?: unknown } {
  const chunks = [...stream.matchAll(/^data: (\{.*\})\r?$/gm)].map(([, json]) => JSON.parse(json ?? "{}"));
  const last = (name: string): object => {
    const chunk = chunks.findLast((candidate) => candidate[name]);
    return chunk ? { [name]: chunk[name] } : {};
  };
  return { ...last("usage"), ...last("timings") };
}

/** The reply as server-sent events in the form of OpenAI's streams. */
function toStream({ text, calls = [] }: ScriptedReply, figures: object): string {
  const chunk = (choices: object[], more: object = {}): string =>
    `data: ${JSON.stringify({ object: "chat.completion.chunk", choices, ...more })}\n\n`;
  const delta = (fields: object, finish: string | null = null): string =>
    chunk([{ index: 0, delta: fields, finish_reason: finish }]);
  const toCall = ({ name, arguments: given }: (typeof calls)[number], index: number): string => {
    const id = `scripted-${index}`;
    return delta({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: JSON.stringify(given) } }],
    });
  };
  return [
    text ? delta({ role: "assistant", content: text }) : "",
    ...calls.map(toCall),
    delta({}, calls.length > 0 ? "tool_calls" : "stop"),
    chunk([], figures),
    "data: [DONE]\n\n",
  ].join("");
}
