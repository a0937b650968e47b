import { expect, test } from "vitest";
import { createJsonValueReader } from "./read-json-values.ts";

/** The values of a body that arrives in these pieces. */
function valuesOf(pieces: readonly (string | Buffer)[], isStream = true): unknown[] {
  const values: unknown[] = [];
  const reader = createJsonValueReader(isStream, (value) => values.push(value));
  for (const piece of pieces) reader.feed(Buffer.from(piece));
  reader.end();
  return values;
}

const EVENTS = `: ping\r\nevent: x\r\ndata: {"a":"é🙂"}\r\n\r\ndata:{"b":1}\n\ndata: {broken\n\ndata: [DONE]\n\n`;
const VALUES = [{ a: "é🙂" }, { b: 1 }, { done: true }];

test("reads the same wherever the bytes are cut", () => {
  const bytes = Buffer.from(EVENTS);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const halves = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect(valuesOf(halves), `cut at ${cut}`).toEqual(VALUES);
    expect(valuesOf(halves, false), `cut at ${cut}, no stream`).toEqual(VALUES);
  }
  expect(valuesOf([...bytes].map((byte) => Buffer.of(byte)))).toEqual(VALUES);
});

test("gives the values of a stream as soon as their line is there", () => {
  const values: unknown[] = [];
  const reader = createJsonValueReader(true, (value) => values.push(value));
  reader.feed(Buffer.from('{"a":1}\n{"b":'));
  expect(values).toEqual([{ a: 1 }]);
});

test("reads whole values over several lines, and lines of JSON, also without a line feed at the end", () => {
  expect(valuesOf(['{\n  "a": [\n 1\n]\n}\n'], false)).toEqual([{ a: [1] }]);
  expect(valuesOf(['\uFEFF {"a":1}'], false)).toEqual([{ a: 1 }]);
  expect(valuesOf(['{"a":1}\n{"b":2}'], false)).toEqual([{ a: 1 }, { b: 2 }]);
  expect(valuesOf(['{"a":1}\n{"b":2}'])).toEqual([{ a: 1 }, { b: 2 }]);
});

test("leaves out what is no JSON", () => {
  expect(valuesOf(["", "<html>\n", "data:\n", "data: NaN\n", Buffer.of(0xff, 0x00, 0x0a), '{"cut":'])).toEqual([]);
});

test("leaves out a line of more than 8 MB, and reads on behind it", () => {
  const long = `data: "${"x".repeat(9 * 1024 * 1024)}"\n`;
  expect(valuesOf([long, 'data: {"a":1}\n'])).toEqual([{ a: 1 }]);
  expect(valuesOf([long.slice(0, 5_000_000), long.slice(5_000_000), 'data: {"a":1}\n'])).toEqual([{ a: 1 }]);
});
