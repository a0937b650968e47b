import { expect, it } from "vitest";
import type { Action, AgentEvent, Call } from "../types.ts";
import { createProgressWriter } from "./progress-writer.ts";

const HOSTILE = "\x1b]0;owned\x07\x1b[2Jred\x1b[31m\nforged: line\x9b1m";
const call: Call = { id: "1", name: "bash", arguments: { command: HOSTILE }, form: "native" };
const start = (kind: Action["kind"]): AgentEvent => ({ type: "call-start", call, action: { call, kind, paths: [] } });
const result: AgentEvent = {
  type: "entry",
  entry: {
    seq: 0,
    at: "",
    type: "result",
    call: "1",
    result: { ok: false, error: HOSTILE, hint: "", fault: "model" },
  },
};
const progress = (line: string): AgentEvent => ({ type: "progress", line });

function written(isTTY: boolean, events: readonly AgentEvent[], lines: readonly string[] = []): string {
  let text = "";
  const writer = createProgressWriter({ isTTY, columns: 20, write: (piece) => (text += piece) });
  for (const event of events) writer.onEvent(event);
  for (const line of lines) writer.line(line);
  writer.end();
  return text;
}

it("lets no control sequence and no second line through, whatever it comes from", () => {
  const text = written(false, [start("run"), result, progress(HOSTILE)], [`warning: ${HOSTILE}`]);
  expect(text.split("\n")).toEqual(["→ bash red", "  ✗ red", "· red forged: line", "warning: red forged: line", ""]);
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
});

it("shows a running command's output on the moving line of a terminal alone", () => {
  const events = [start("run"), progress(`a ${HOSTILE}`), result, progress("tests: 3 pass")];
  expect(written(false, events)).toBe("→ bash red\n  ✗ red\n· tests: 3 pass\n");
  expect(written(true, events)).toBe("→ bash red\n\r\x1b[K  a red forged: lin\r\x1b[K  ✗ red\n· tests: 3 pass\n");
});

it("shows what other tools and features do as lines", () => {
  expect(written(false, [start("read"), progress("reading")])).toBe("→ bash red\n· reading\n");
});

it("cuts the moving line at the terminal's width", () => {
  const text = written(true, [start("run"), progress("x".repeat(100))]);
  expect(text.split("\r").at(1)).toBe(`\x1b[K  ${"x".repeat(17)}`);
});
