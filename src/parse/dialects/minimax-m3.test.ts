import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS, parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const TOKEN = "]<]minimax[>[";

/** Puts the token before each tag. */
const marked = (text: string): string => text.replace(/<(?=[/\w])/g, `${TOKEN}<`);
const bash = (command: string): string =>
  marked(`<tool_call>\n<invoke name="bash"><command>`) + command + marked("</command></invoke>\n</tool_call>");

const text = { type: "string" };
const point = { type: "object", properties: { x: { type: "number" }, label: text } };
const tools = [
  {
    name: "draw",
    description: "",
    parameters: {
      type: "object",
      properties: {
        points: { type: "array", items: point },
        names: { type: "array", items: text },
        at: point,
        filter: { anyOf: [{ type: "array", items: { type: "integer" } }, point] },
        note: text,
        bag: { type: "object" },
      },
    },
  },
];

/** Calls that can run, as name and arguments, the same at every cut. */
function run(reply: string, options: Parameters<typeof readAtEveryCut>[1] = {}) {
  return readAtEveryCut(reply, options)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

const ls = ["bash", { command: "ls" }];

describe("minimaxM3", () => {
  it("reads a call and takes it out of the text", () => {
    expect(readAtEveryCut(`I look first.${bash("ls -la")}`)).toMatchObject({
      text: "I look first.",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls -la" }, form: "minimax-m3" }],
      notices: [],
    });
  });

  it.each([
    ["without the wrapper", marked('<invoke name="bash"><command>ls</command></invoke>')],
    [
      "with line breaks between the tags",
      marked('<tool_call>\n<invoke name="bash">\n<command>ls</command>\n</invoke>\n</tool_call>'),
    ],
    ["without the wrapper's end", marked('<tool_call><invoke name="bash"><command>ls</command></invoke>')],
    ["without the last two ends", marked('<tool_call><invoke name="bash"><command>ls</command>')],
    ["without the argument's end", marked('<tool_call><invoke name="bash"><command>ls</invoke></tool_call>')],
    [
      "with the argument closed as another",
      marked('<tool_call><invoke name="bash"><command>ls</cmd></invoke></tool_call>'),
    ],
    [
      "with the argument closed twice",
      marked('<tool_call><invoke name="bash"><command>ls</command></command></invoke></tool_call>'),
    ],
    [
      "closed twice",
      marked('<tool_call><invoke name="bash"><command>ls</command></invoke></invoke></tool_call></tool_call>'),
    ],
    [
      "with the argument's name as an attribute",
      marked('<tool_call><invoke name="bash"><parameter name="command">ls</parameter></invoke></tool_call>'),
    ],
    ["with text behind", `${bash("ls")}\nNow I wait.`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([ls]);
  });

  it("reads several calls, also without arguments", () => {
    const reply = marked(
      '<tool_call>\n<invoke name="list"></invoke>\n<invoke name="bash"><command>ls</command></invoke>\n</tool_call>',
    );
    expect(run(`${reply}\nthen\n${bash("ls")}`)).toEqual([["list", {}], ls, ls]);
  });

  it("makes lists and objects of the tags in a value, by the schema", () => {
    const inner =
      "<points><item><x>1.5</x><label>5</label></item><item><x>2</x></item></points><names><item>a</item></names>" +
      "<at>\n<x>0</x>\n</at><filter><item>3</item></filter><bag><a><b>c</b></a></bag>";
    expect(run(marked(`<tool_call><invoke name="draw">${inner}</invoke></tool_call>`), { tools })).toEqual([
      [
        "draw",
        {
          points: [{ x: 1.5, label: "5" }, { x: 2 }],
          names: ["a"],
          at: { x: 0 },
          filter: [3],
          bag: { a: { b: "c" } },
        },
      ],
    ]);
  });

  it("takes JSON for a value that is due as a list or an object, and empty tags for empty ones", () => {
    const reply = marked(
      '<invoke name="draw"><names>["a"]</names><at>{"x": 1}</at><points></points><note></note><bag></bag></invoke>',
    );
    expect(run(reply, { tools })).toEqual([["draw", { names: ["a"], at: { x: 1 }, points: [], note: "", bag: {} }]]);
  });

  it("keeps every byte of a text, tags without the token and calls of other forms included", () => {
    const tagged =
      "<tool_call>\n<function=bash>\n<parameter=command>\nrm -rf x\n</parameter>\n</function>\n</tool_call>";
    for (const command of ["123", "\n x\n\n", "<command>x</command></invoke>", tagged, "]<] [>["]) {
      expect(run(bash(command))).toEqual([["bash", { command }]]);
    }
  });

  it.each([
    ["a call in a value", bash(`a\n${bash("rm -rf x")}\nb`)],
    ["text beside tags", marked('<invoke name="draw"><at>here <x>1</x></at></invoke>')],
    ["a name twice", marked('<invoke name="bash"><command>ls</command><command>pwd</command></invoke>')],
    ["the tool's name lost", marked(`<tool_call><command>ls</command></invoke></tool_call>`)],
    [
      "an argument behind the end",
      marked('<tool_call><invoke name="bash"><command>ls</command></invoke><timeout>5</timeout></tool_call>'),
    ],
    ["a value that never ends", marked('<tool_call><invoke name="bash"><command>ls')],
    ["a token without a tag", `${marked('<invoke name="bash"><command>ls')}${TOKEN} and more`],
    ["tags far too deep", marked(`<invoke name="draw">${"<a>".repeat(60)}`)],
  ])("runs nothing of a reply with %s", (_, reply) => {
    expect(readAtEveryCut(reply, { tools: [...tools, ...EXAMPLE_TOOLS] }).calls.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/could not be read/),
    ]);
  });

  it("runs at no place where it is cut off, and says so", () => {
    const reply = bash("ls");
    for (let at = TOKEN.length + 1; at < reply.length; at += 1) {
      const { calls } = parseReply(reply.slice(0, at), { finish: "length" });
      const runnable = calls.filter(({ problem }) => problem === undefined).map((made) => [made.name, made.arguments]);
      expect([[], [ls]]).toContainEqual(runnable);
      if (at > TOKEN.length + "<tool_call>".length) expect(calls).toHaveLength(1);
      if (runnable.length === 0 && calls.length > 0) expect(calls[0]?.problem).toMatch(/cut off.*shorter/);
    }
  });

  it("takes time in proportion to its length", () => {
    for (const piece of [bash("ls"), `now\n${bash("ls")}`, `${TOKEN}<tool_call>`, TOKEN]) {
      const started = performance.now();
      parseReply(piece.repeat(1_000));
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
