import { expect, test } from "vitest";
import type { Request } from "../types.ts";
import { looksTruncated } from "./looks-truncated.ts";

const code = "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n";
const asked = (text: string): Request => ({
  system: "Be brief.",
  tools: [],
  messages: [{ role: "user", text }],
  settings: {},
});
const read = (sent: number) => ({ sent, cached: null, evaluated: null, generated: 1 });

test("a window of 2,048 cannot have read 40,000 characters of code", () => {
  expect(looksTruncated(asked(code.repeat(430)), read(2_047))).toBe(true);
});

test.each([
  ["the usual 3.5 characters a token", code.repeat(430), 11_400],
  ["very well packed text", "internationalisation ".repeat(800), 2_400],
  ["long runs of one character", `${"=".repeat(80)}\n`.repeat(500), 900],
  ["deep indentation", `${" ".repeat(60)}x\n`.repeat(600), 1_300],
  ["a short request", "hello", 3],
  ["a server that does not count", code.repeat(430), 0],
])("no alarm: %s", (_, text, sent) => {
  expect(looksTruncated(asked(text), read(sent))).toBe(false);
});

test("tools, thinking and calls that a template may leave out raise no alarm", () => {
  const heavy = "lorem ipsum ".repeat(2_000);
  const request: Request = {
    ...asked("hello"),
    tools: [{ name: "read", description: heavy, parameters: {} }],
    messages: [
      {
        role: "assistant",
        text: "ok",
        thinking: heavy,
        calls: [{ id: "1", name: "write", arguments: { content: heavy }, form: "native" }],
      },
    ],
  };
  expect(looksTruncated(request, read(20))).toBe(false);
});
