import { createServer, request as forward } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Recording, startReplayServer } from "../testing/replay-server.ts";
import { createProxyTransport } from "./proxy-transport.ts";
import { readText } from "./request-json.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A proxy that leads every name to one server, for plain requests and for tunnels; `seen` are the names it was asked for. */
async function startProxy(target: string) {
  const seen: string[] = [];
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "");
    seen.push(url.hostname);
    const onward = forward(
      { port, host: "127.0.0.1", method: request.method, path: url.pathname, headers: request.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      },
    );
    request.pipe(onward);
    response.on("close", () => onward.destroy());
  });
  server.on("connect", (request, socket) => {
    seen.push(String(request.url).split(":")[0] ?? "");
    const onward = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function start(recording: Recording) {
  const server = await startReplayServer({ "GET /x": recording });
  closing.push(server.close);
  return { server, proxy: await startProxy(server.origin) };
}

const get = (url: string, signal = new AbortController().signal) => ({
  method: "GET" as const,
  url,
  headers: { accept: "*/*" },
  signal,
});

test.each(["http_proxy", "HTTP_PROXY"])("%s leads the way, and the connection is closed afterwards", async (name) => {
  const { server, proxy } = await start({ status: 201, body: "hello" });
  const send = createProxyTransport({ [name]: proxy.url });
  const reply = await send?.(get("http://models.example/x"));
  expect(reply?.status).toBe(201);
  expect(await readText(reply?.body as AsyncIterable<Uint8Array>, 100)).toBe("hello");
  expect(proxy.seen).toEqual(["models.example"]);
  expect(server.requests[0]?.headers).toMatchObject({ connection: "close" });
});

test("NO_PROXY is obeyed", async () => {
  const { server, proxy } = await start({ body: "hello" });
  const send = createProxyTransport({ http_proxy: proxy.url, NO_PROXY: "127.0.0.1" });
  expect((await send?.(get(`${server.origin}/x`)))?.status).toBe(200);
  expect(proxy.seen).toEqual([]);
});

test("no variables, no proxy", () => {
  expect(createProxyTransport({ NO_PROXY: "x", http_proxy: "" })).toBeUndefined();
});

test("an abort closes the connection to the proxy", async () => {
  const { server, proxy } = await start({ body: "hello", stallAfterBytes: 2 });
  const stop = new AbortController();
  const reply = await createProxyTransport({ http_proxy: proxy.url })?.(get("http://models.example/x", stop.signal));
  setTimeout(() => stop.abort(), 50);
  await expect(readText(reply?.body as AsyncIterable<Uint8Array>, 100)).rejects.toThrow(
    expect.objectContaining({ name: "ConnectionError" }),
  );
  expect(await server.abandoned(1)).toBe(1);
});

test("a proxy that is not there", async () => {
  const send = createProxyTransport({ http_proxy: "http://127.0.0.1:9" });
  await expect(send?.(get("http://models.example/x"))).rejects.toThrow(
    expect.objectContaining({ name: "ConnectionError", code: "ECONNREFUSED" }),
  );
});
