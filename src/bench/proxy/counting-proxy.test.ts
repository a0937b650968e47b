import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { llamaCppReply } from "../../testing/llama-cpp-replies.ts";
import { jsonRecording, type ReplayServer, type Routes, startReplayServer } from "../../testing/replay-server.ts";
import { type CountingProxy, startCountingProxy } from "./counting-proxy.ts";

const CHAT = "/v1/chat/completions";
const QUESTION = JSON.stringify({ messages: [{ role: "user", content: "Hi" }], stream: true });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A model server that serves these routes, or is `target`, and the proxy before it. */
async function startBoth(
  routes: Routes,
  faults: Parameters<typeof startReplayServer>[1] = {},
): Promise<{ server: ReplayServer; proxy: CountingProxy }> {
  const server = await startReplayServer(routes, faults);
  closing.push(() => server.close());
  return { server, proxy: await startProxy(server.origin) };
}

async function startProxy(target: string, port = 0): Promise<CountingProxy> {
  const proxy = await startCountingProxy({ target, port });
  closing.push(() => proxy.close());
  return proxy;
}

/** The origin of a server that answers so. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The port of a server that speaks no HTTP of its own. */
async function startTcpServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer((socket) => serve(socket.on("error", () => socket.destroy())));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; isWhole: boolean };

/** Sends a request and reads its answer; `leaveAfter`: goes away after so many bytes of the body. */
function send(
  origin: string,
  path: string,
  how: { body?: string; method?: string; headers?: Record<string, string>; leaveAfter?: number } = {},
): Promise<Answer> {
  const { body = QUESTION, method = "POST", headers = {}, leaveAfter = Number.POSITIVE_INFINITY } = how;
  return new Promise((resolve, reject) => {
    const hasBody = method !== "GET" && method !== "HEAD";
    const length = hasBody ? { "content-length": `${Buffer.byteLength(body)}` } : {};
    const options = { method, headers: { ...headers, ...length }, agent: false as const };
    const sent = request(`${origin}${path}`, options, (answer: IncomingMessage) => {
      const pieces: Buffer[] = [];
      answer.on("data", (bytes: Buffer) => {
        pieces.push(bytes);
        if (Buffer.concat(pieces).length >= leaveAfter) sent.destroy();
      });
      answer.on("error", () => sent.destroy());
      answer.on("close", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(pieces),
          isWhole: answer.complete,
        }),
      );
    });
    sent.on("error", reject).end(hasBody ? body : undefined);
  });
}

test("passes a stream on byte for byte, and counts what llama.cpp tells", async () => {
  const reply = llamaCppReply("Grüße, 🙂 wörld.");
  const { server, proxy } = await startBoth({ [`POST ${CHAT}?a=b`]: reply }, { cutEvery: 7 });
  const recording = proxy.record();
  const headers = { authorization: "Bearer sk-secret", "x-own": "é", "accept-encoding": "gzip, br", te: "trailers" };
  const answer = await send(proxy.origin, `${CHAT}?a=b`, { headers });
  expect(answer.body.toString("utf8")).toBe(reply.body);
  expect(answer.isWhole).toBe(true);
  expect(answer.headers["content-type"]).toBe("text/event-stream");
  const [seen] = server.requests;
  expect(seen?.body).toBe(QUESTION);
  expect(seen?.headers).toMatchObject({
    authorization: "Bearer sk-secret",
    // Node's server reads the bytes of a head as Latin-1.
    "x-own": Buffer.from("é").toString("latin1"),
    "accept-encoding": "identity",
    host: new URL(server.origin).host,
    "content-length": `${QUESTION.length}`,
  });
  expect(seen?.headers["te"]).toBeUndefined();

  const { requests, story, lost } = await recording.finish();
  expect(requests).toEqual([
    {
      path: CHAT,
      status: 200,
      cancelled: false,
      startedAtSeconds: expect.any(Number),
      secondsToFirstByte: expect.any(Number),
      seconds: expect.any(Number),
      sent: 100,
      cached: 90,
      evaluated: 10,
      generated: 4,
      fresh: 100,
    },
  ]);
  expect(story).toEqual([
    { step: 1, role: "user", text: "Hi" },
    { step: 1, role: "assistant", text: "Grüße, 🙂 wörld." },
  ]);
  expect(lost).toBe(0);
  expect(JSON.stringify({ requests, story })).not.toContain("sk-secret");
});

test.each([
  [
    CHAT,
    jsonRecording({ choices: [{ message: { content: "é" } }], usage: { prompt_tokens: 9, completion_tokens: 2 } }),
  ],
  [
    "/api/chat",
    {
      headers: { "content-type": "application/x-ndjson" },
      body: '{"message":{"content":"é"}}\n{"done":true,"prompt_eval_count":9,"eval_count":2}\n',
    },
  ],
  [
    "/v1/messages",
    {
      body: 'event: message_start\ndata: {"message":{"usage":{"input_tokens":9}}}\n\ndata: {"delta":{"text":"é"}}\n\ndata: {"usage":{"output_tokens":2}}\n\n',
    },
  ],
  [
    "/v1/completions",
    {
      headers: { "content-type": "text/plain" },
      body: 'data: {"choices":[{"text":"é"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}\n\ndata: [DONE]\n\n',
    },
  ],
])("passes %s on byte for byte, cut anywhere, and reads it", async (path, reply) => {
  const bytes = Buffer.from(`${reply.body}`);
  const cuts = [1, 2, 3, 5, bytes.length];
  const { proxy } = await startBoth({ [`POST ${path}`]: cuts.map((cutEvery) => ({ ...reply, cutEvery })) });
  const recording = proxy.record();
  for (const _ of cuts) expect((await send(proxy.origin, path)).body).toEqual(bytes);
  const { requests, story } = await recording.finish();
  expect(requests.map(({ sent, cached, evaluated, generated }) => [sent, cached, evaluated, generated])).toEqual(
    cuts.map(() => [9, null, null, 2]),
  );
  expect(story.filter(({ role }) => role === "assistant").map(({ text }) => text)).toEqual(cuts.map(() => "é"));
});

test("passes anything else on unrecorded: methods, heads, bodies, status, lengths", async () => {
  const { server, proxy } = await startBoth({
    "GET /v1/models": { headers: { "content-type": "x/y", "content-length": "3", "set-cookie": "a=1" }, body: "abc" },
    "HEAD /v1/models": { headers: { "content-length": "3" } },
    "DELETE /api/delete": { status: 204, headers: {} },
    "POST /v1/chat/completions/input_tokens": { status: 418, body: "tea" },
  });
  const recording = proxy.record();
  const got = await send(proxy.origin, "/v1/models", { method: "GET" });
  expect([got.status, got.body.toString(), got.headers["content-length"]]).toEqual([200, "abc", "3"]);
  expect(got.headers["set-cookie"]).toEqual(["a=1"]);
  expect((await send(proxy.origin, "/v1/models", { method: "HEAD" })).headers["content-length"]).toBe("3");
  expect((await send(proxy.origin, "/api/delete", { method: "DELETE", body: '{"model":"x"}' })).status).toBe(204);
  expect(server.requests.at(-1)?.body).toBe('{"model":"x"}');
  expect((await send(proxy.origin, "/v1/chat/completions/input_tokens")).status).toBe(418);
  expect(await recording.finish()).toEqual({ requests: [], story: [], lost: 0 });
});

test("keeps a base path before the request's own", async () => {
  const { server } = await startBoth({ "POST /base/v1/chat/completions": jsonRecording({}) });
  const proxy = await startProxy(`${server.origin}/base/`);
  const recording = proxy.record();
  expect((await send(proxy.origin, CHAT)).status).toBe(200);
  expect((await recording.finish()).requests[0]?.path).toBe(CHAT);
});

test("head, first byte and last byte reach the agent each when the server sends it", async () => {
  const received: string[] = [];
  const hasReceived = async (count: number) => {
    while (received.length < count) await sleep(5);
  };
  // Sends nothing more before the agent has what was sent.
  const origin = await startServer(async (incoming, response) => {
    incoming.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    await hasReceived(1);
    await sleep(60);
    response.write("d");
    await hasReceived(2);
    await sleep(60);
    response.end("ata: 1\n\n");
  });
  const proxy = await startProxy(origin);
  const recording = proxy.record();
  await new Promise((resolve) => {
    const sent = request(`${proxy.origin}${CHAT}`, { method: "POST", agent: false }, (answer) => {
      received.push("head");
      answer.on("data", (bytes: Buffer) => received.push(bytes.toString())).on("close", resolve);
    });
    sent.end(QUESTION);
  });
  expect(received).toEqual(["head", "d", "ata: 1\n\n"]);
  const [record] = (await recording.finish()).requests;
  const first = record?.secondsToFirstByte ?? 0;
  expect(first).toBeGreaterThan(0.05);
  expect((record?.seconds ?? 0) - first).toBeGreaterThan(0.05);
});

test("an agent that goes away ends the server's work at once, before and in its answer", async () => {
  const { server, proxy } = await startBoth({
    [`POST ${CHAT}`]: [{ stallAfterBytes: 0 }, { ...llamaCppReply("Hello, world."), stallAfterBytes: 400 }],
  });
  const recording = proxy.record();
  const waiting = request(`${proxy.origin}${CHAT}`, { method: "POST", agent: false });
  waiting.on("error", () => waiting.destroy()).end(QUESTION);
  while (server.requests.length === 0) await sleep(5);
  waiting.destroy();
  const beforeHead = performance.now();
  await server.abandoned(1);
  expect(performance.now() - beforeHead).toBeLessThan(200);
  await send(proxy.origin, CHAT, { leaveAfter: 300 });
  const inAnswer = performance.now();
  await server.abandoned(2);
  expect(performance.now() - inAnswer).toBeLessThan(200);
  const { requests, lost, story } = await recording.finish();
  expect(requests.map(({ status, cancelled }) => [status, cancelled])).toEqual([
    [0, true],
    [200, true],
  ]);
  expect(requests[0]?.secondsToFirstByte).toBeNull();
  expect(lost).toBe(0);
  expect(story.map(({ role }) => role)).toEqual(["user", "note", "user", "assistant", "note"]);
});

test("an agent that goes away after the last event did not cancel", async () => {
  const reply = llamaCppReply("Hi");
  const length = `${reply.body}`.length;
  const { server, proxy } = await startBoth({ [`POST ${CHAT}`]: { ...reply, stallAfterBytes: length } });
  const recording = proxy.record();
  await send(proxy.origin, CHAT, { leaveAfter: length });
  await server.abandoned(1);
  expect((await recording.finish()).requests).toMatchObject([{ cancelled: false, sent: 100, generated: 1 }]);
});

test("a server that is not there: 502 that says so, and a loss", async () => {
  const { server, proxy } = await startBoth({});
  await server.close();
  const recording = proxy.record();
  const headers = { authorization: "Bearer sk-secret" };
  const answer = await send(proxy.origin, CHAT, { headers });
  expect(answer.status).toBe(502);
  const why = `the model server at ${server.origin} did not answer (ECONNREFUSED)`;
  expect(JSON.parse(answer.body.toString())).toEqual({
    error: { message: `whippet bench: ${why}`, type: "proxy_error", code: 502 },
  });
  await send(proxy.origin, "/v1/models", { method: "GET" });
  const { requests, story, lost, lastLoss } = await recording.finish();
  expect(requests).toMatchObject([{ status: 0, cancelled: false, sent: null, fresh: null }]);
  expect([lost, lastLoss]).toEqual([2, why]);
  expect(story.at(-1)).toEqual({ step: 1, role: "note", text: `No whole answer: ${why}.` });
});

test("a server that dies before the head", async () => {
  const { proxy } = await startBoth({ [`POST ${CHAT}`]: { dropAfterBytes: 0 } });
  const recording = proxy.record();
  expect((await send(proxy.origin, CHAT)).status).toBe(502);
  await send(proxy.origin, CHAT, { body: JSON.stringify({ prompt: "x".repeat(3_000_000) }) });
  const { requests, story, lost, lastLoss } = await recording.finish();
  expect(requests).toMatchObject([
    { status: 0, cancelled: false },
    { status: 0, cancelled: false },
  ]);
  expect(lost).toBe(2);
  expect(story.at(-1)).toMatchObject({ step: 2, role: "note" });
  expect(lastLoss).toMatch(/did not answer \((ECONNRESET|EPIPE)\)$/);
});

test("a server that dies at any byte of its answer: the agent has the bytes so far, and a broken connection", async () => {
  const reply = llamaCppReply("Hi");
  const bytes = Buffer.from(`${reply.body}`);
  const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
  const { proxy } = await startBoth({ [`POST ${CHAT}`]: cuts.map((cut) => ({ ...reply, dropAfterBytes: cut })) });
  const recording = proxy.record();
  for (const cut of cuts) {
    const answer = await send(proxy.origin, CHAT);
    expect([answer.status, answer.isWhole, answer.body.toString()]).toEqual([
      200,
      false,
      bytes.toString("utf8", 0, cut),
    ]);
  }
  const { requests, lost, lastLoss } = await recording.finish();
  expect(lost).toBe(cuts.length);
  expect(lastLoss).toMatch(/broke off its answer/);
  const figuresFrom = bytes.indexOf("\n", bytes.indexOf("timings"));
  expect(requests.map(({ sent, cancelled, status }) => [sent, cancelled, status])).toEqual(
    // The last line needs no line feed to be read.
    cuts.map((cut) => [cut >= figuresFrom ? 100 : null, false, 200]),
  );
});

test("two requests at once are counted apart, in the order of beginning", async () => {
  const { proxy } = await startBoth({
    "POST /a/completion": { body: 'data: {"timings":{"cache_n":0,"prompt_n":1,"predicted_n":1}}\n\n', delayMs: 120 },
    "POST /b/completion": { body: 'data: {"timings":{"cache_n":0,"prompt_n":2,"predicted_n":2}}\n\n' },
  });
  const recording = proxy.record();
  const first = send(proxy.origin, "/a/completion");
  await sleep(20);
  await Promise.all([first, send(proxy.origin, "/b/completion")]);
  const { requests } = await recording.finish();
  expect(requests.map(({ path, sent }) => [path, sent])).toEqual([
    ["/a/completion", 1],
    ["/b/completion", 2],
  ]);
  expect(requests[1]?.startedAtSeconds).toBeGreaterThan(requests[0]?.startedAtSeconds ?? 1);
});

test("one connection may carry several requests, and chunked bodies", async () => {
  const { server, proxy } = await startBoth({ [`POST ${CHAT}`]: jsonRecording({ usage: { prompt_tokens: 5 } }) });
  const recording = proxy.record();
  const socket = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
  });
  const chunked = `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  for (let count = 1; count <= 3; count++) {
    socket.write(`${chunked}${QUESTION.length.toString(16)}\r\n${QUESTION}\r\n0\r\n\r\n`);
    while (received.split("prompt_tokens").length <= count) await sleep(5);
  }
  expect(server.requests.map(({ body }) => body)).toEqual([QUESTION, QUESTION, QUESTION]);
  expect(received.toLowerCase()).not.toContain("connection: close");
  const { requests } = await recording.finish();
  expect(requests.map(({ fresh }) => fresh)).toEqual([5, 0, 0]);
});

test("what began before the recording is not counted, and not disturbed by it", async () => {
  const { proxy } = await startBoth({ [`POST ${CHAT}`]: { ...llamaCppReply("Hi"), cutEvery: 300, delayMs: 60 } });
  const early = send(proxy.origin, CHAT);
  await sleep(30);
  const recording = proxy.record();
  await send(proxy.origin, CHAT);
  expect((await early).isWhole).toBe(true);
  expect((await recording.finish()).requests.length).toBe(1);
});

test("finish ends what is open, as cancelled, and what comes later is not counted", async () => {
  const { server, proxy } = await startBoth({
    [`POST ${CHAT}`]: { ...llamaCppReply("Hello, world."), stallAfterBytes: 300 },
    "POST /completion": jsonRecording({}),
  });
  const recording = proxy.record();
  const open = send(proxy.origin, CHAT);
  while (server.requests.length === 0) await sleep(5);
  await sleep(30);
  const started = performance.now();
  const finished = recording.finish();
  await server.abandoned(1);
  expect(await finished).toMatchObject({ requests: [{ status: 200, cancelled: true, sent: null }], lost: 0 });
  expect(performance.now() - started).toBeLessThan(200);
  expect((await open).isWhole).toBe(false);
  await send(proxy.origin, "/completion");
  expect((await recording.finish()).requests.length).toBe(1);
  const second = proxy.record();
  await send(proxy.origin, "/completion");
  expect((await second.finish()).requests.map(({ path }) => path)).toEqual(["/completion"]);
});

test("broken, empty and huge bodies are passed on, and the error they get is told", async () => {
  const { server, proxy } = await startBoth({
    [`POST ${CHAT}`]: [
      jsonRecording({ error: { message: "parse error" } }, 400),
      jsonRecording({ error: { message: "bad key sk-secret" } }, 401),
      jsonRecording({ usage: { prompt_tokens: 7 } }),
    ],
  });
  const recording = proxy.record();
  expect((await send(proxy.origin, CHAT, { body: '{"messages": [' })).status).toBe(400);
  await send(proxy.origin, CHAT, { body: "" });
  const huge = JSON.stringify({ messages: [{ role: "user", content: "x".repeat(33 * 1024 * 1024) }] });
  await send(proxy.origin, CHAT, { body: huge });
  expect(server.requests.map(({ body }) => body.length)).toEqual([14, 0, huge.length]);
  const { requests, story } = await recording.finish();
  expect(requests.map(({ status, sent, fresh }) => [status, sent, fresh])).toEqual([
    [400, null, null],
    [401, null, null],
    [200, 7, 7],
  ]);
  expect(story).toEqual([
    { step: 1, role: "note", text: "HTTP 400: parse error" },
    { step: 2, role: "note", text: "HTTP 401" },
  ]);
});

test("an answer that comes before the whole request was taken arrives, and is no loss", async () => {
  const origin = await startServer((incoming, response) => {
    response.writeHead(413).write("too ");
    incoming.resume().on("end", () => response.end("much"));
  });
  const proxy = await startProxy(origin);
  const recording = proxy.record();
  const answer = await send(proxy.origin, CHAT, { body: "x".repeat(3_000_000) });
  expect([answer.status, answer.body.toString()]).toEqual([413, "too much"]);
  expect(await recording.finish()).toMatchObject({ requests: [{ status: 413 }], lost: 0 });
});

test.each([
  ["GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n", / 40[04] /],
  ["nonsense\r\n\r\n", / 400 /],
  [`POST ${CHAT} HTTP/1.0\r\n\r\n`, / 200 /],
  [`POST ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nContent-Length: 0\r\n\r\n`, / 200 /],
])("lives through an odd client: %j", async (head, status) => {
  const { server, proxy } = await startBoth({ [`POST ${CHAT}`]: { body: "data: 1\n\n" } });
  const socket = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  socket.write(head);
  const [first] = await new Promise<Buffer[]>((resolve) => socket.once("data", (bytes) => resolve([bytes])));
  expect(first?.toString("latin1")).toMatch(status);
  expect(server.requests[0]?.headers["x-hop"]).toBeUndefined();
  socket.destroy();
});

test.each([
  "HTTP/1.1 000 \r\n\r\n",
  "HTTP/1.1 200 \u0001\r\n\r\n",
  "SSH-2.0-x\r\n",
  "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: y\r\n\r\n",
])("a server that answers %j is lost", async (head) => {
  const port = await startTcpServer((socket) => socket.once("data", () => socket.end(head)));
  const proxy = await startProxy(`http://127.0.0.1:${port}`);
  const recording = proxy.record();
  expect((await send(proxy.origin, CHAT)).status).toBe(502);
  expect((await recording.finish()).lost).toBe(1);
});

test("an https server is spoken to in TLS", async () => {
  const bytes: number[] = [];
  const port = await startTcpServer((socket) =>
    socket.once("data", (data) => bytes.push(data[0] ?? -1) && socket.end()),
  );
  const proxy = await startProxy(`https://127.0.0.1:${port}`);
  const recording = proxy.record();
  expect((await send(proxy.origin, CHAT)).status).toBe(502);
  // The first byte of a TLS handshake.
  expect(bytes).toEqual([0x16]);
  expect((await recording.finish()).lastLoss).toContain(`https://127.0.0.1:${port} did not answer`);
});

test("a port that is taken is named", async () => {
  const { server } = await startBoth({});
  const port = Number(new URL(server.origin).port);
  await expect(startProxy(server.origin, port)).rejects.toMatchObject({
    code: "port-taken",
    message: `Port ${port} for the counting proxy is taken by another program.`,
    hint: expect.stringContaining("--proxy-port"),
  });
});
