import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, closedUrl, cut, serve, whole } from "../fixtures/file-host.ts";
import { tempFolder } from "../fixtures/temp-folder.ts";
import { fetchUrl, type UrlFetch } from "./fetch-url.ts";

const file = Buffer.from("0123456789".repeat(20_000));

async function setUp(answer?: Answer, more: Partial<UrlFetch> = {}) {
  const { url, ranges } = await serve(file, answer);
  const part = join(tempFolder(), "x.part");
  const seen: number[] = [];
  const timing = { connectTimeoutMs: 300, stallTimeoutMs: 300, retryDelayMs: 5 };
  const task = {
    url,
    part,
    bytes: file.length,
    variables: {},
    onBytes: (n: number) => seen.push(n),
    ...timing,
    ...more,
  };
  return { task, part, ranges, seen };
}

describe("fetchUrl", () => {
  it("comes through many breaks without fetching a byte twice", async () => {
    const { task, part, ranges, seen } = await setUp((request, response, asked) =>
      asked < 12 ? cut(request, response, file, 15_000) : whole(request, response, file),
    );
    await fetchUrl(task);
    expect(readFileSync(part).equals(file)).toBe(true);
    expect(ranges.slice(0, 3)).toEqual([undefined, "bytes=15000-", "bytes=30000-"]);
    expect(seen.at(-1)).toBe(file.length);
  });

  it("gives up a source that breaks again and again at the same place", async () => {
    const { task, ranges, part } = await setUp((request, response, asked) =>
      cut(request, response, file, asked === 1 ? 15_000 : 0),
    );
    await expect(fetchUrl(task)).rejects.toThrow();
    expect(ranges.length).toBe(5);
    expect(readFileSync(part).length).toBe(15_000);
  });

  it("gives up a server without ranges that never gets further", async () => {
    const { task, ranges } = await setUp((_, response, asked) => {
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, asked % 2 ? 15_000 : 9000), () => setTimeout(() => response.destroy(), 20));
    });
    await expect(fetchUrl(task)).rejects.toThrow();
    expect(ranges.length).toBeLessThan(10);
  });

  it.each<[string, Answer, RegExp]>([
    ["a status", (_, response) => response.writeHead(503).end(), /HTTP status 503/],
    ["a server that says nothing", () => undefined, /no answer in time/],
    ["a connection that is dropped", (request) => request.socket.destroy(), /connection broke|reset|closed/],
    [
      "a redirect to nowhere",
      (_, response) => response.writeHead(302, { location: "http://no.invalid/" }).end(),
      /resolved/,
    ],
    ["a redirect that goes round", (_, response) => response.writeHead(302, { location: "/" }).end(), /redirect/],
    ["something that is no HTTP", (request) => request.socket.end("SSH-2.0-OpenSSH\r\n"), /./],
  ])("leaves at once where there is only %s", async (_, answer, reason) => {
    const { task, ranges } = await setUp(answer);
    await expect(fetchUrl(task)).rejects.toThrow(reason);
    expect(ranges.length).toBeLessThan(25);
  });

  it("takes a connection up again that breaks off", async () => {
    const { task, part } = await setUp((request, response, asked) => {
      if (asked > 1) return whole(request, response, file);
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, 20_000));
      setTimeout(() => response.destroy(), 250);
    });
    await fetchUrl(task);
    expect(readFileSync(part).equals(file)).toBe(true);
  });

  it("takes a server that goes silent in the middle up again", async () => {
    const { task, part } = await setUp((request, response, asked) => {
      if (asked > 1) return whole(request, response, file);
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, 20_000));
    });
    await fetchUrl(task);
    expect(readFileSync(part).equals(file)).toBe(true);
  });

  it.each([416, 206])("drops what it has when a server answers %d without the range asked for", async (status) => {
    const { task, part } = await setUp((request, response) =>
      request.headers.range ? response.writeHead(status).end("xx") : whole(request, response, file),
    );
    writeFileSync(part, "0123");
    await expect(fetchUrl(task)).rejects.toThrow(`${status}`);
    await fetchUrl(task);
    expect(readFileSync(part).equals(file)).toBe(true);
  });

  it("tells a refused connection, and a name that does not exist", async () => {
    const { task } = await setUp();
    await expect(fetchUrl({ ...task, url: await closedUrl() })).rejects.toThrow("the connection was refused");
    await expect(fetchUrl({ ...task, url: "http://no.invalid/" })).rejects.toThrow("its name can't be resolved");
  });

  it("goes through the proxy that the surroundings name", async () => {
    const { task } = await setUp();
    const variables = { http_proxy: await closedUrl() };
    await expect(fetchUrl({ ...task, variables })).rejects.toThrow("refused");
    await fetchUrl({ ...task, variables: { ...variables, no_proxy: "127.0.0.1" } });
  });
});
