import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";
import type { Json } from "../../types.ts";

const open = "<|tool_call>";
const close = "<tool_call|>";
const quote = '<|"|>';

function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

/** A value as Gemma 4's template writes it. */
function write(value: Json): string {
  if (typeof value === "string") return `${quote}${value}${quote}`;
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}:${write(item)}`)
    .join(",")}}`;
}

const anyTool = { name: "any", description: "", parameters: { type: "object" } };

describe("gemma-4", () => {
  it("reads a call and takes it out of the text", () => {
    expect(readAtEveryCut(`I look.${open}call:read{path:${quote}a.txt${quote},limit:3}${close}`)).toMatchObject({
      text: "I look.",
      calls: [{ id: "1", name: "read", arguments: { path: "a.txt", limit: 3 }, form: "gemma-4" }],
      notices: [],
    });
  });

  it("reads back any arguments that the template writes, strings as they stand", () => {
    const text = fc.string({ unit: "binary" }).filter((string) => !string.includes(quote));
    const value = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.double({ noDefaultInfinity: true, noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("json"), { maxLength: 4 }),
        tie("object"),
      ),
      object: fc.dictionary(fc.stringMatching(/^[a-z_]\w{0,8}$/), tie("json"), { maxKeys: 4 }),
    })).object as fc.Arbitrary<{ [key: string]: Json }>;
    fc.assert(
      fc.property(value, (given) => {
        const { calls } = parseReply(`${open}call:any${write(given)}${close}`, { tools: [anyTool] });
        expect(calls).toEqual([
          { id: "1", name: "any", arguments: JSON.parse(JSON.stringify(given)), form: "gemma-4" },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["with blanks", `${open}\ncall: bash {}`.replace(" {}", `{ command: ${quote}ls${quote} }\n${close}`)],
    ["without the closing mark", `${open}call:bash{command:${quote}ls${quote}}`],
    ["without the closing brace", `${open}call:bash{command:${quote}ls${quote}${close}`],
    ["with a brace too many", `${open}call:bash{command:${quote}ls${quote}}}${close}`],
    ["with JSON's quotes", `${open}call:bash{"command":"ls"}${close}`],
    ["with quoted keys", `${open}call:bash{${quote}command${quote}:${quote}ls${quote}}${close}`],
    ["between tags of Hermes", `<tool_call>call:bash{command:${quote}ls${quote}}</tool_call>`],
    ["of FunctionGemma", "<start_function_call>call:bash{command:<escape>ls<escape>}<end_function_call>"],
    ["without marks", `call:bash{command:${quote}ls${quote}}`],
    ["with the closing mark alone", `I look.\ncall:bash{command:${quote}ls${quote}}${close}`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([["bash", { command: "ls" }]]);
    expect(readAtEveryCut(reply).text).toBe(reply.startsWith("I look.") ? "I look." : "");
  });

  it("reads several calls", () => {
    expect(run(`${open}call:list{}${close}${open}call:bash{command:${quote}a\n"b" \\n }${quote}}${close}`)).toEqual([
      ["list", {}],
      ["bash", { command: 'a\n"b" \\n }' }],
    ]);
  });

  it.each([
    ["a mark in prose", `A call begins with ${open} in this form.`],
    ["marks around other text", `${open}hello${close}`],
    ["a call in backticks", `\`${open}call:list{}${close}\``],
    ["a word like the mark", "call:me{later}"],
    ["a call without marks in a sentence", `so call:bash{command:${quote}ls${quote}} it is`],
    ["a call without marks and words behind", `call:bash{command:${quote}ls${quote}} is how`],
    ["a call without marks of no tool", `call:reed{path:${quote}a${quote}}`],
  ])("is text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it.each([
    ["a tool that is not there", `${open}call:reed{path:${quote}a${quote}}${close}`, /no tool "reed"/],
    ["a missing argument", `${open}call:write{path:${quote}a${quote}}${close}`, /"content" of write/],
    ["a string without quotes", `${open}call:bash{command:ls -la}${close}`, /could not be read/],
  ])("reports %s instead of running it", (_, reply, problem) => {
    expect(readAtEveryCut(reply).calls.map((call) => call.problem)).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    open,
    `${open}ca`,
    `${open}call:ba`,
    `${open}call:bash{comm`,
    `${open}call:bash{command:${quote}rm`,
    `${open}call:list{`,
    `call:bash{command:${quote}rm`,
  ])("does not run a call cut like %s", (reply) => {
    const { calls, text } = readAtEveryCut(reply, { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
    expect(text).toBe("");
  });
});
