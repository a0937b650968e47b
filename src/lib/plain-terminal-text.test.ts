import { expect, test } from "vitest";
import { plainTerminalText } from "./plain-terminal-text.ts";

test("colours, links and titles go, text stays", () => {
  expect(plainTerminalText("\x1b[1;31mred\x1b[0m \x1b]8;;https://a.b\x07link\x1b]8;;\x07 ü 漢")).toBe("red link ü 漢");
});

test("of a redrawn line only the last state is left", () => {
  expect(plainTerminalText("10%\r50%\r100%\r\ndone\r\n")).toBe("100%\ndone\n");
});

test("backspaces take away, other control characters vanish, tabs stay", () => {
  expect(plainTerminalText("abc\b\bX\x07\x00\tend")).toBe("aX\tend");
});
