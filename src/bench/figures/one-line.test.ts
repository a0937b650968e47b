import { expect, it } from "vitest";
import { oneLine } from "./one-line.ts";

it.each([
  ["a\u001b[31mb\u001b[0m", "ab"],
  ["a\nb\tc  d", "a b c d"],
  ["\u202eevil\u2066\u200f", "evil"],
  ["half \ud800", "half \ufffd"],
  ["progress 10 %\rprogress 100 %", "progress 100 %"],
  ["größe 日本 🐕", "größe 日本 🐕"],
])("makes one harmless line of %j", (text, line) => {
  expect(oneLine(text)).toBe(line);
});
