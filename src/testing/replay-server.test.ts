import { request } from "node:http";
import { expect, test } from "vitest";
import { type Recording, type ReplayServer, startReplayServer } from "./replay-server.ts";

/** Arrivals of the body as text, and whether the answer came whole. */
function get(server: ReplayServer, path: string): Promise<{ status: number; arrivals: string[]; whole: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.origin}${path}`, { agent: false }, (response) => {
      const arrivals: string[] = [];
      response.on("data", (bytes: Buffer) => arrivals.push(bytes.toString("latin1")));
      response.on("error", () => sent.destroy());
      response.on("close", () => resolve({ status: response.statusCode ?? 0, arrivals, whole: response.complete }));
    });
    sent.on("error", reject).end();
  });
}

async function serving<T>(
  recording: Recording | readonly Recording[],
  use: (server: ReplayServer) => Promise<T>,
): Promise<T> {
  const server = await startReplayServer({ "GET /x": recording });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

test("serves the bytes as they are", () =>
  serving({ status: 201, body: Buffer.from([0xff, 0x0a]) }, async (server) => {
    expect(await get(server, "/x")).toEqual({ status: 201, arrivals: ["\xff\n"], whole: true });
  }));

test("cuts the bytes", () =>
  serving({ body: "abcdef", cutEvery: 2, delayMs: 20 }, async (server) => {
    expect((await get(server, "/x")).arrivals).toEqual(["ab", "cd", "ef"]);
  }));

test("drops the connection after some bytes, or before all", async () => {
  await serving({ body: "abcdef", dropAfterBytes: 3 }, async (server) => {
    expect(await get(server, "/x")).toEqual({ status: 200, arrivals: ["abc"], whole: false });
  });
  await serving({ body: "abcdef", dropAfterBytes: 0 }, async (server) => {
    await expect(get(server, "/x")).rejects.toThrow("socket hang up");
  });
});

test("stalls until it is closed", () =>
  serving({ body: "abcdef", stallAfterBytes: 3 }, async (server) => {
    setTimeout(() => server.close(), 60);
    expect(await get(server, "/x")).toEqual({ status: 200, arrivals: ["abc"], whole: false });
  }));

test("each request takes the next answer; the last stays; unknown paths get 404", () =>
  serving([{ body: "1" }, { body: "2" }], async (server) => {
    const bodies = [];
    for (let i = 0; i < 3; i++) bodies.push((await get(server, "/x")).arrivals[0]);
    expect(bodies).toEqual(["1", "2", "2"]);
    expect((await get(server, "/y")).status).toBe(404);
    expect(server.requests.map(({ route }) => route)).toEqual(["GET /x", "GET /x", "GET /x", "GET /y"]);
  }));
