import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS } from "../testing/parse-reply.ts";
import type { Call } from "../types.ts";
import { createNativeCallAssembler } from "./assemble-native-calls.ts";
import type { Finish } from "./feed.ts";

type Piece = { index?: number; id?: string; name?: string; arguments?: string };

function assemble(pieces: readonly Piece[], finish: Finish = "stop"): readonly Call[] {
  let ids = 0;
  const assembler = createNativeCallAssembler({ tools: EXAMPLE_TOOLS, newId: () => `new-${++ids}` });
  for (const piece of pieces) assembler.push({ type: "call", index: 0, ...piece });
  return assembler.end(finish);
}

describe("createNativeCallAssembler", () => {
  it("joins arguments that come in pieces, several calls at once", () => {
    const calls = assemble([
      { index: 0, id: "a", name: "read", arguments: "" },
      { index: 0, arguments: '{"pa' },
      { index: 1, id: "b", name: "bash", arguments: '{"comm' },
      { index: 0, arguments: 'th":"x.js"}' },
      { index: 1, arguments: 'and":"ls"}' },
    ]);
    expect(calls).toEqual([
      { id: "new-1", name: "read", arguments: { path: "x.js" }, form: "native" },
      { id: "new-2", name: "bash", arguments: { command: "ls" }, form: "native" },
    ]);
  });

  it("tells calls apart that a server numbers 0 all of them", () => {
    const calls = assemble([
      { id: "a", name: "list", arguments: "{}" },
      { id: "b", name: "list", arguments: '{"path":"src"}' },
    ]);
    expect(calls.map((call) => call.arguments)).toEqual([{}, { path: "src" }]);
  });

  it("gives ids of its own: a server's may come again in this reply and in the next", () => {
    const calls = assemble([
      { index: 0, name: "list", arguments: "{}" },
      { index: 1, id: "a", name: "list", arguments: "{}" },
      { index: 2, id: "a", name: "list", arguments: "{}" },
    ]);
    expect(calls.map((call) => call.id)).toEqual(["new-1", "new-2", "new-3"]);
    const replies = [1, 2].map(() => {
      const assembler = createNativeCallAssembler({ tools: EXAMPLE_TOOLS });
      assembler.push({ type: "call", index: 0, id: "call_0", name: "list", arguments: "{}" });
      return assembler.end("stop")[0]?.id;
    });
    expect(new Set([...replies, "call_0"]).size).toBe(3);
  });

  it("takes a name that comes again, or in pieces", () => {
    expect(assemble([{ name: "read" }, { name: "read", arguments: '{"path":"a"}' }])[0]?.name).toBe("read");
    expect(assemble([{ name: "re" }, { name: "ad", arguments: '{"path":"a"}' }])[0]?.name).toBe("read");
  });

  it.each([
    ["Python's way", "{'path': 'a', 'limit': None,}", { path: "a" }],
    ["text of text", JSON.stringify('{"path":"a"}'), { path: "a" }],
    ["a label that a server left", 'json\n{"path":"a"}', { path: "a" }],
    ["the rest of a fence", '```json\n{"path":"a"}\n```', { path: "a" }],
    ["a bracket too many", '{"path":"a"}}', { path: "a" }],
    ["a bracket too few", '{"path":"a"', { path: "a" }],
    ["numbers as text", '{"path":"a","limit":"20"}', { path: "a", limit: 20 }],
  ])("mends arguments: %s", (_, text, expected) => {
    expect(assemble([{ name: "read", arguments: text }])).toEqual([
      { id: "new-1", name: "read", arguments: expected, form: "native" },
    ]);
  });

  it("takes no arguments for none", () => {
    expect(assemble([{ name: "list" }])[0]).toEqual({ id: "new-1", name: "list", arguments: {}, form: "native" });
    expect(assemble([{ name: "bash" }])[0]?.problem).toContain('"command" of bash: expected a string, got nothing');
  });

  it.each([
    ["in a string", '{"path":"a","content":"half a li'],
    ["between brackets", '{"path":"a","content":"x"'],
    ["before the arguments", ""],
  ])("does not run a call that the limit cut %s", (_, text) => {
    for (const finish of ["length", "cut"] as const) {
      expect(assemble([{ name: "write", arguments: text }], finish)[0]?.problem).toContain("cut off");
    }
  });

  it("runs a whole call although the reply was cut behind it", () => {
    expect(assemble([{ name: "list", arguments: "{}" }], "length")[0]).not.toHaveProperty("problem");
  });

  it("never takes {} for what it could not read", () => {
    const [call] = assemble([{ name: "list", arguments: '{"path": "a" "b"}' }]);
    expect(call?.problem).toMatch(
      /could not be read: expected "," or "}", got "\\"", near "\{\\"path\\": \\"a\\" \\"b\\"\}"/,
    );
    expect(assemble([{ name: "list", arguments: '{"path":"a"}{"path":"b"}' }])[0]?.problem).toContain("goes on");
  });

  it("names the nearest tools for one that is not there", () => {
    const [call] = assemble([{ name: "reed", arguments: '{"path":"a"}' }]);
    expect(call?.problem).toMatch(/^Not run: there is no tool "reed"\. The nearest are: read, /);
  });
});
