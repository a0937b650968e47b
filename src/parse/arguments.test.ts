import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../types.ts";
import { mendArguments } from "./arguments.ts";

const edit: Json = {
  type: "object",
  properties: { path: { type: "string" }, old: { type: "string" }, new: { type: "string" } },
  required: ["path", "old", "new"],
};
const write: Json = {
  type: "object",
  properties: { path: { type: "string" }, content: { type: "string" } },
  required: ["path", "content"],
};
const many: Json = {
  type: "object",
  properties: {
    count: { type: "integer" },
    ratio: { type: "number" },
    deep: { type: "boolean" },
    paths: { type: "array", items: { type: "string" } },
    edits: { type: "array", items: edit },
    options: { type: "object", properties: { depth: { type: "integer" } } },
    mode: { type: "string", enum: ["fast", "slow"] },
    free: {},
    either: { type: ["string", "integer"] },
  },
};

function mend(value: Json, schema: Json = many): Json {
  const mended = mendArguments(value, schema);
  return mended.ok ? mended.value : `${mended.field}: expected ${mended.expected}, got ${mended.got}`;
}

describe("mendArguments", () => {
  it.each<[string, Json, Json]>([
    ["a number as text", { count: "5", ratio: "0.5" }, { count: 5, ratio: 0.5 }],
    ["a truth as text", { deep: "True" }, { deep: true }],
    ["a list as text", { paths: '["a","b"]' }, { paths: ["a", "b"] }],
    ["a Python list as text", { paths: "['a', 'b']" }, { paths: ["a", "b"] }],
    ["one text for a list of texts", { paths: "src" }, { paths: ["src"] }],
    [
      "one object for a list",
      { edits: { path: "a", old: "x", new: "y" } },
      { edits: [{ path: "a", old: "x", new: "y" }] },
    ],
    ["an object as text", { options: '{"depth": "2"}' }, { options: { depth: 2 } }],
    ["null for what may be left out", { count: null, deep: true }, { deep: true }],
    ["a key nobody knows", { count: 1, reason: "because" }, { count: 1 }],
    ["a whole number written with a point", { count: 5.0 }, { count: 5 }],
    ["what the schema leaves open", { free: [1, { a: "5" }] }, { free: [1, { a: "5" }] }],
    ["a text where a text may stand", { either: "5" }, { either: "5" }],
    ["arguments as text", '{"count": 1}', { count: 1 }],
    ["arguments as text of text", JSON.stringify(JSON.stringify({ count: 1 })), { count: 1 }],
    ["arguments as text with a label", 'json\n{"count": 1}', { count: 1 }],
    ["arguments as text in a fence", '```json\n{"count": 1}\n```', { count: 1 }],
    ["arguments as a list of one", [{ count: 1 }], { count: 1 }],
  ])("mends %s", (_, value, expected) => {
    expect(mend(value)).toEqual(expected);
  });

  it.each<[string, Json, Json, Json]>([
    ["file_path", { file_path: "a", content: "b" }, write, { path: "a", content: "b" }],
    ["filename and text", { filename: "a", text: "b" }, write, { path: "a", content: "b" }],
    ["filePath and code", { filePath: "a", code: "b" }, write, { path: "a", content: "b" }],
    ["old_string", { file: "a", old_string: "x", new_string: "y" }, edit, { path: "a", old: "x", new: "y" }],
    ["oldText", { path: "a", oldText: "x", newText: "y" }, edit, { path: "a", old: "x", new: "y" }],
    ["old_str", { path: "a", old_str: "x", new_str: "y" }, edit, { path: "a", old: "x", new: "y" }],
    ["search and replace", { path: "a", search: "x", replace: "y" }, edit, { path: "a", old: "x", new: "y" }],
    ["another case", { Path: "a", CONTENT: "b" }, write, { path: "a", content: "b" }],
    [
      "the one edit of a list",
      { path: "a", edits: [{ oldText: "x", newText: "y" }] },
      edit,
      { path: "a", old: "x", new: "y" },
    ],
    ["an object in between", { input: { path: "a", content: "b" } }, write, { path: "a", content: "b" }],
  ])("knows other names: %s", (_, value, schema, expected) => {
    expect(mend(value, schema)).toEqual(expected);
  });

  it("keeps a key that the schema has, though it is another's alias", () => {
    const schema: Json = { type: "object", properties: { file: { type: "string" }, path: { type: "string" } } };
    expect(mend({ file: "a" }, schema)).toEqual({ file: "a" });
  });

  it("does not let an alias take the place of what is there", () => {
    expect(mend({ path: "a", file: "b", content: "c" }, write)).toEqual({ path: "a", content: "c" });
  });

  it.each<[string, Json, Json, string]>([
    ["a missing field", { path: "a", new: "y" }, edit, "old: expected a string, got nothing"],
    [
      "several edits for one",
      {
        path: "a",
        edits: [
          { old: "x", new: "y" },
          { old: "v", new: "w" },
        ],
      },
      edit,
      'old: expected a string, got nothing of that name, but "edits": an array of 2',
    ],
    ["null for what must be there", { path: null, content: "x" }, write, "path: expected a string, got null"],
    [
      "an object for a text",
      { path: "a", content: { b: 1 } },
      write,
      "content: expected a string, got an object with b",
    ],
    ["a list for a text", { path: "a", content: ["b"] }, write, "content: expected a string, got an array of 1"],
    ["a word for a number", { count: "many" }, many, 'count: expected an integer, got the string "many"'],
    ["a fraction for a whole number", { count: "1.5" }, many, 'count: expected an integer, got the string "1.5"'],
    ["a broken list", { paths: '["a"' }, many, 'paths: expected an array of strings, got the string "[\\"a\\""'],
    ["a value outside the list", { mode: "warp" }, many, 'mode: expected one of "fast", "slow", got the string "warp"'],
    ["a field deep inside", { edits: [{ path: "a", old: "b" }] }, many, "edits[0].new: expected a string, got nothing"],
    ["text that is no JSON", "ls -la", many, 'arguments: expected an object, got the string "ls -la"'],
    [
      "JSON text with its end missing",
      '{"count": 1',
      many,
      'arguments: expected an object, got the string "{\\"count\\": 1"',
    ],
    ["a number", 5, many, "arguments: expected an object, got 5"],
  ])("refuses %s", (_, value, schema, expected) => {
    expect(mend(value, schema)).toBe(expected);
  });

  it("gives a small example that passes its own schema", () => {
    for (const schema of [
      edit,
      write,
      { ...(many as object), required: Object.keys((many as { properties: object }).properties) } as Json,
    ]) {
      const refused = mendArguments("nothing", schema);
      if (refused.ok) throw new Error("the text passed");
      expect(mendArguments(refused.example, schema)).toEqual({ ok: true, value: refused.example });
    }
  });

  it("never touches what a string says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("content", "text", "code"), (content, key) => {
        expect(mend({ path: "a", [key]: content }, write)).toEqual({ path: "a", content });
        expect(mend(JSON.stringify({ path: "a", [key]: content }), write)).toEqual({ path: "a", content });
      }),
    );
  });

  it("gives arguments that pass once more unchanged, whatever comes in", () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, fc.constantFrom(edit, write, many), (value, schema) => {
        const mended = mendArguments(value, schema);
        if (mended.ok) expect(mendArguments(mended.value, schema)).toEqual(mended);
      }),
    );
  });
});

describe("a text given as an array of its lines", () => {
  const schema = { type: "object", properties: { content: { type: "string" } }, required: ["content"] };
  const content = (value: Json) => {
    const mended = mendArguments({ content: value }, schema);
    return mended.ok ? mended.value["content"] : mended.field;
  };

  it("is joined, with line ends where the lines bring none", () => {
    expect(content(["a {\n", "  b\n", "}\n"])).toBe("a {\n  b\n}\n");
    expect(content(["a {", "  b", "}"])).toBe("a {\n  b\n}");
  });

  it("is not guessed from anything else", () => {
    for (const value of [[], ["one\n"], ["a", 1], [["a"]], { a: "b" }]) expect(content(value as Json)).toBe("content");
  });
});
