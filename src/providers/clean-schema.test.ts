import { expect, test } from "vitest";
import { cleanSchema } from "./clean-schema.ts";

test("keywords that break grammars go, at every depth", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 2000, pattern: "^a", format: "uri" },
      list: {
        type: "array",
        minItems: 1,
        maxItems: 9,
        items: { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
      },
    },
    $defs: { part: { type: "string", pattern: "x" } },
  };
  expect(cleanSchema(schema)).toEqual({
    type: "object",
    properties: {
      name: { type: "string" },
      list: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    },
    $defs: { part: { type: "string" } },
  });
});

test("properties with the names of keywords stay, and so do values", () => {
  const schema = {
    type: "object",
    required: ["pattern", "format"],
    properties: {
      pattern: { type: "string", enum: ["maxLength", "a"], default: { format: "kept" } },
      format: { type: "object", properties: { maxItems: { type: "number" } } },
    },
  };
  expect(cleanSchema(schema)).toEqual(schema);
});
