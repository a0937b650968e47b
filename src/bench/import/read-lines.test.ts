import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whippet-lines-test-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function linesOf(content: string | Buffer, maxBytes = 100): Promise<readonly (string | undefined)[]> {
  const path = join(home, "file");
  writeFileSync(path, content);
  const lines: (string | undefined)[] = [];
  for await (const { number, bytes } of readLines(path, maxBytes)) {
    lines.push(bytes?.toString("latin1"));
    expect(number).toBe(lines.length);
  }
  return lines;
}

it("gives every line, empty ones too, with or without a last line feed", async () => {
  expect(await linesOf("a\n\nb\r\nc")).toEqual(["a", "", "b\r", "c"]);
  expect(await linesOf("a\n")).toEqual(["a"]);
  expect(await linesOf("")).toEqual([]);
});

it("joins lines that lie across the chunks of a file, byte by byte as they are", async () => {
  const line = "\xe9".repeat(99);
  expect(await linesOf(Buffer.from(`${line}\n`.repeat(3_000), "latin1"))).toEqual(Array(3_000).fill(line));
});

it("leaves out a line that is too long, and goes on after it", async () => {
  expect(await linesOf(`${"x".repeat(300_000)}\nb\n${"y".repeat(101)}`)).toEqual([undefined, "b", undefined]);
});
