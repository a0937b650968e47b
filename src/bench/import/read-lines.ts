import { createReadStream } from "node:fs";

/** A line of a file, counted from 1, without its line feed; `bytes` is undefined for one longer than allowed. */
export type FileLine = { readonly number: number; readonly bytes: Buffer | undefined };

/** Reads a file of any size line by line; never holds more than `maxBytes` of a line. */
export async function* readLines(path: string, maxBytes: number): AsyncGenerator<FileLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): FileLine => ({ number, bytes: length > maxBytes ? undefined : Buffer.concat(parts) });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    while (from <= chunk.length) {
      const at = chunk.indexOf("\n", from);
      const part = chunk.subarray(from, at < 0 ? chunk.length : at);
      length += part.length;
      if (length > maxBytes) parts = [];
      else parts.push(part);
      if (at < 0) break;
      yield line();
      number += 1;
      parts = [];
      length = 0;
      from = at + 1;
    }
  }
  if (length > 0) yield line();
}
