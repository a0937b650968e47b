import { expect, test } from "vitest";
import { type CallDelta, createCallNumbering } from "./number-calls.ts";

function numbers(...deltas: Partial<CallDelta>[]): number[] {
  const number = createCallNumbering();
  return deltas.map((delta) => number({ index: 0, id: undefined, name: undefined, arguments: "", ...delta }).index);
}

test("pieces of one call", () => {
  expect(numbers({ id: "a", name: "read", arguments: "{" }, { arguments: '"p":1' }, { arguments: "}" })).toEqual([
    0, 0, 0,
  ]);
});

test("a new id at a used index is a new call (Ollama)", () => {
  expect(numbers({ id: "a", name: "write", arguments: "{}" }, { id: "b", name: "write", arguments: "{}" })).toEqual([
    0, 1,
  ]);
});

test("a new name at a used index is a new call, even under the same id", () => {
  expect(numbers({ name: "read", arguments: "{}" }, { name: "write", arguments: "{" }, { arguments: "}" })).toEqual([
    0, 1, 1,
  ]);
  expect(numbers({ id: "0", name: "read" }, { id: "0", name: "write" })).toEqual([0, 1]);
});

test("the same name after complete arguments is a new call; before, a repetition", () => {
  expect(numbers({ name: "read", arguments: "{}" }, { name: "read", arguments: "{}" })).toEqual([0, 1]);
  expect(numbers({ name: "read", arguments: '{"a"' }, { name: "read", arguments: ":1}" })).toEqual([0, 0]);
  expect(numbers({ name: "read", arguments: "{}" }, { name: "read", arguments: "" })).toEqual([0, 0]);
});

test("id and name repeated with every piece are one call", () => {
  const piece = { id: "a", name: "read" };
  expect(numbers({ ...piece, arguments: "{" }, { ...piece, arguments: "}" }, { ...piece, arguments: "" })).toEqual([
    0, 0, 0,
  ]);
});

test("interleaved calls keep their numbers", () => {
  expect(
    numbers(
      { index: 0, id: "a", name: "x" },
      { index: 1, id: "b", name: "y" },
      { index: 0, arguments: "{}" },
      { index: 1 },
    ),
  ).toEqual([0, 1, 0, 1]);
});

test("without an index the id decides, else the last call", () => {
  const index = undefined;
  expect(
    numbers(
      { index, id: "a", name: "x" },
      { index, id: "b", name: "x" },
      { index, id: "a", arguments: "{" },
      { index, arguments: "{" },
    ),
  ).toEqual([0, 1, 0, 1]);
});

test("an event carries only what the server sent", () => {
  const number = createCallNumbering();
  expect(number({ index: 3, id: "a", name: "read", arguments: "" })).toEqual({
    type: "call",
    index: 0,
    id: "a",
    name: "read",
  });
  expect(number({ index: 3, id: undefined, name: undefined, arguments: "{}" })).toEqual({
    type: "call",
    index: 0,
    arguments: "{}",
  });
});
