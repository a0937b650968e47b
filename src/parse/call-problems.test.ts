import { expect, it } from "vitest";
import { parseReply } from "../testing/parse-reply.ts";
import { problemKind } from "./call-problems.ts";

it.each([
  ["unknown-tool", '<tool_call>{"name": "no tool is called so", "arguments": {}}</tool_call>', "stop"],
  ["misfit", '<tool_call>{"name": "write", "arguments": {"path": "a"}}</tool_call>', "stop"],
  ["cut-off", '<tool_call>{"name": "write", "arguments": {"path": "a", "con', "length"],
  ["unreadable", '<tool_call>{"name": "write", "arguments": {"path" "a"}}</tool_call>', "stop"],
] as const)("a problem is known by its kind: %s", (kind, reply, finish) => {
  const [call] = parseReply(reply, { finish }).calls;
  expect(problemKind(call?.problem ?? "")).toBe(kind);
});
