import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createReplyReader } from "../src/providers/create-reply-reader.ts";
import { quirkOf } from "../src/providers/quirks.ts";
import { readSse } from "../src/providers/read-sse.ts";
import { EXAMPLE_TOOLS } from "../src/testing/parse-reply.ts";
import { readAtEveryCut } from "../src/testing/read-at-every-cut.ts";
import type { StreamEvent } from "../src/types.ts";

// What Qwen2.5-Coder 0.5B and 1.5B answered to this program's own requests: `.sse` as llama.cpp's server sent it,
// `.txt` as the embedded engine gave it. Made by `npm run record-replies`.
const folder = join(import.meta.dirname, "fixtures/replies");
const names = readdirSync(folder).filter((name) => /\.(?:sse|txt)$/.test(name));

/** Where a change was asked for, a block may be the whole file that was asked for. */
function fileBlocksFor(name: string): { fileBlocks?: { shown: string[]; only: string } } {
  if (/-(?:fix|run|two-files)-/.test(name)) return { fileBlocks: { shown: ["src/cart.js"], only: "src/cart.js" } };
  return name.includes("-new-file-") ? { fileBlocks: { shown: [], only: "src/greet.js" } } : {};
}

async function readBytes(bytes: Uint8Array, size: number): Promise<readonly StreamEvent[]> {
  const request = { prefix: { system: "", tools: EXAMPLE_TOOLS }, messages: [], tools: EXAMPLE_TOOLS, settings: {} };
  const reader = createReplyReader({ quirk: quirkOf("llama.cpp"), request: request as never, shown: "recorded" });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events: StreamEvent[] = [];
  for await (const arrived of readSse(pieces())) for (const piece of arrived) events.push(...reader.take(piece));
  return [...events, ...reader.end()];
}

async function textOf(name: string): Promise<string> {
  const bytes = readFileSync(join(folder, name));
  if (name.endsWith(".txt")) return bytes.toString("utf8");
  const whole = await readBytes(bytes, bytes.length);
  expect(await readBytes(bytes, 1)).toEqual(whole);
  return whole.map((event) => (event.type === "text" ? event.text : "")).join("");
}

describe("replies of real models", () => {
  it("are thirty or more, from both models and both ways of serving", () => {
    expect(names.length).toBeGreaterThanOrEqual(30);
    for (const kind of ["0.5b-server", "1.5b-server", "0.5b-embedded"])
      expect(names.some((name) => name.includes(kind))).toBe(true);
  });

  it.each(names)("%s reads the same however it is cut, as it was read before", async (name) => {
    const { calls, text, notices } = readAtEveryCut(await textOf(name), fileBlocksFor(name));
    const read = calls.map(({ name: tool, arguments: given, form, problem }) => ({ tool, given, form, problem }));
    await expect(`${JSON.stringify({ calls: read, text, notices }, null, 1)}\n`).toMatchFileSnapshot(
      join(folder, "read", `${name}.json`),
    );
  });
});
