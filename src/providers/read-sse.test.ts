import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSse, type SsePiece } from "./read-sse.ts";

async function read(...chunks: (string | Uint8Array)[]): Promise<SsePiece[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const pieces: SsePiece[] = [];
  for await (const some of readSse(body())) pieces.push(...some);
  return pieces;
}
const data = (text: string): SsePiece => ({ type: "data", text });

test("a recorded stream cut in two at every byte gives the same events", async () => {
  const bytes = readFileSync(new URL("../../test/fixtures/streams/plain-text.sse", import.meta.url));
  const whole = await read(bytes);
  expect(whole.length).toBeGreaterThan(10);
  for (let cut = 1; cut < bytes.length; cut++)
    expect(await read(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(whole);
});

test.each([
  ["line ends of all kinds", "data: a\r\n\r\ndata: b\r\rdata: c\n\n", [data("a"), data("b"), data("c")]],
  ["a ping, an id, an event's name", ": ping\n\nid: 1\nevent: x\ndata: a\n\n", [data("a")]],
  ["data over several lines, without the blank", "data:a\ndata:b\n\n", [data("a\nb")]],
  ["an end without a line end", "data: a\n\ndata: [DONE]", [data("a"), data("[DONE]")]],
  ["a bare JSON line", '{"error":"x: y"}', [{ type: "line", text: '{"error":"x: y"}' }]],
  ["a byte order mark", "\uFEFFdata: a\n\n", [data("a")]],
  ["nothing", "", []],
])("%s", async (_, text, expected) => {
  expect(await read(text)).toEqual(expected);
  expect(
    await read(
      ...Buffer.from(text)
        .toString("latin1")
        .split("")
        .map((byte) => Buffer.from(byte, "latin1")),
    ),
  ).toEqual(expected);
});

test("broken UTF-8 becomes U+FFFD and breaks nothing else", async () => {
  expect(await read(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xc3, 0x28, 0xff, 0x0a, 0x0a]), "data: b\n\n")).toEqual([
    data("\uFFFD(\uFFFD"),
    data("b"),
  ]);
});

test("an endless event is given up", async () => {
  const megabyte = "x".repeat(1024 * 1024);
  await expect(read("data: ", ...Array(6).fill(megabyte))).rejects.toThrow("larger than 4 MB");
});
