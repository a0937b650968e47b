import { expect, it } from "vitest";
import { jsonLine } from "./json-line.ts";
import { textFor } from "./text-for.ts";

it("cleans a model's text for a terminal, and leaves it as it is for a pipe", () => {
  const text = "one\n\x1b]52;c;ZXZpbA==\x07two\x1b[31m\n\x9b2J";
  expect(textFor({ isTTY: true }, text)).toBe("one\ntwo\n");
  expect(textFor({ isTTY: false }, text)).toBe(text);
  expect(textFor({}, text)).toBe(text);
});

it("writes JSON that means the same and holds no control character", () => {
  const value = { text: "\x1b[31m\x7f\x9b2Jé\u2028" };
  expect(JSON.parse(jsonLine(value))).toEqual(value);
  expect(jsonLine(value)).toMatch(/^[^\p{Cc}]+\n$/u);
});
