import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";
import { TAGGED_CALL_WRITERS, type TaggedCallWriter } from "../../testing/write-tagged-call.ts";

const { glm: _, "minimax-m3": __, ...rows } = TAGGED_CALL_WRITERS;
const forms = Object.entries<TaggedCallWriter>(rows);

/** Calls that can run, as name and arguments, the same at every cut. */
function run(reply: string, options: Parameters<typeof readAtEveryCut>[1] = {}) {
  return readAtEveryCut(reply, options)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

const qwen = (value: string, key = "command", tool = "bash") =>
  `<tool_call>\n<function=${tool}>\n<parameter=${key}>\n${value}\n</parameter>\n</function>\n</tool_call>`;
const ls = ["bash", { command: "ls" }];

describe.each(forms)("%s", (form, write) => {
  const call = (...given: Parameters<TaggedCallWriter>): string => write(...given).join("");

  it("is read and taken out of the text", () => {
    const reply = `I look first.\n${call("bash", [
      ["command", "ls -la"],
      ["timeout", 5],
    ])}`;
    expect(readAtEveryCut(reply)).toMatchObject({
      text: "I look first.",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls -la", timeout: 5 }, form }],
      notices: [],
    });
  });

  it("may stand behind another, and have no arguments", () => {
    const reply = `${call("list", [])}\n${call("read", [["path", "a"]])}\nThen:\n${call("bash", [["command", "ls"]])}`;
    expect(run(reply)).toEqual([["list", {}], ["read", { path: "a" }], ls]);
  });

  it("keeps every byte of a text, also one that looks like another type", () => {
    const texts = [
      "123",
      "true",
      "null",
      '{"a": 1}',
      "",
      " x ",
      "a\n\n  b\n\n\nc",
      "&lt;x> & 'y' \"z\"",
      "<a b='c'>\n</a>",
    ];
    for (const content of texts) {
      const reply = call("write", [
        ["path", "a"],
        ["content", content],
      ]);
      expect(run(reply)).toEqual([["write", { path: "a", content }]]);
    }
  });

  it("keeps whole calls of its own and of other forms in a text", () => {
    for (const [, other] of Object.entries<TaggedCallWriter>(TAGGED_CALL_WRITERS)) {
      const content = `Write:\n${other("bash", [["command", "rm -rf x"]]).join("")}\nand <tool_call>{"name": "bash"}`;
      const reply = call("write", [
        ["content", content],
        ["path", "a"],
      ]);
      expect(run(reply)).toEqual([["write", { path: "a", content }]]);
    }
  });

  it("is understood without any one of its closing tags", () => {
    const pieces = write("write", [
      ["path", "a"],
      ["content", "x\ny"],
    ]);
    const closers = pieces.flatMap((piece, index) => (/^<(?:\/|\|close)/.test(piece) ? [index] : []));
    for (const lost of closers) {
      const reply = pieces.filter((_, index) => index !== lost).join("");
      expect(run(reply)).toEqual([["write", { path: "a", content: "x\ny" }]]);
    }
  });

  it("is understood with any one of its closing tags doubled", () => {
    const pieces = write("write", [
      ["path", "a"],
      ["content", "x\ny"],
    ]);
    for (const [index, piece] of pieces.entries()) {
      if (!/^<(?:\/|\|close)/.test(piece)) continue;
      expect(run([...pieces.slice(0, index), piece, ...pieces.slice(index)].join(""))).toEqual([
        ["write", { path: "a", content: "x\ny" }],
      ]);
    }
  });

  it("runs at no place where it is cut off, and says so", () => {
    const reply = call("write", [
      ["path", "a"],
      ["content", "x\ny"],
    ]);
    const whole = run(reply);
    for (let at = 1; at < reply.length; at += 1) {
      const { calls } = parseReply(reply.slice(0, at), { finish: "length" });
      const runnable = calls.filter(({ problem }) => problem === undefined).map((made) => [made.name, made.arguments]);
      expect([[], whole]).toContainEqual(runnable);
      if (runnable.length === 0 && calls.length > 0) expect(calls[0]?.problem).toMatch(/cut off.*shorter/);
      if (/(?:parameter|param|argument)[ =].*$/.test(reply.slice(0, at))) expect(calls).toHaveLength(1);
    }
  });

  it("is no call without the tags around the value", () => {
    expect(readAtEveryCut(`The form is ${write("bash", [])[0]} and so on.`)).toMatchObject({ calls: [] });
  });

  it("takes time in proportion to its length", () => {
    const one = call("bash", [["command", "ls"]]);
    const texts = [one.repeat(1_000), `now\n${one}`.repeat(1_000), call("write", [["content", one.repeat(1_000)]])];
    for (const text of [...texts, (write("bash", [])[0] ?? "").repeat(3_000)]) {
      const started = performance.now();
      parseReply(text);
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});

describe("Qwen's form", () => {
  it.each([
    ["without the wrapper", "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>"],
    ["with half a wrapper", "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>"],
    ["on one line", "<tool_call><function=bash><parameter=command>ls</parameter></function></tool_call>"],
    ["behind text on its line", `What now?${qwen("ls")}`],
    ["with text behind", `${qwen("ls")}\nNow I wait.`],
    ["in the wrapper that Qwen drifts to", qwen("ls").replaceAll("tool_call", "function_invocation")],
    ["with closing tags too many", `${qwen("ls")}</function></function_invocation>`],
    ["with two wrappers", `<tool_call>\n${qwen("ls")}\n</tool_call>`],
    ["with a value closed as a call", qwen("ls").replace("</parameter>", "</function>")],
    ["with a value closed by nothing but the wrapper", "<function=bash>\n<parameter=command>\nls\n</tool_call>"],
    ["with quotation marks", '<function="bash">\n<parameter="command">\nls\n</parameter>\n</function>'],
    ["with attributes", '<function name="bash">\n<parameter name="command">\nls\n</parameter>\n</function>'],
    ["under another name", qwen("ls", "cmd", "run_shell_command")],
    ["with JSON for the arguments", '<function=bash>\n{"command": "ls"}\n</function>'],
    ["with the same argument twice", qwen("ls\n</parameter>\n<parameter=command>\nls")],
  ])("is read %s", (_, reply) => {
    expect(run(reply)).toEqual([ls]);
  });

  it("takes one line break off both ends of a value and no more", () => {
    expect(run(qwen("\n\n  ls\n\n"))).toEqual([["bash", { command: "\n\n  ls\n\n" }]]);
    expect(run(qwen(""))).toEqual([["bash", { command: "" }]]);
  });

  it("keeps tags that are spoken of in a value", () => {
    const content = [
      'const OPEN = "<tool_call>";',
      'const CLOSE = "</tool_call>";',
      "const END = '</parameter>', ALL = `</function>`;",
      "A value ends with </parameter>, a call with </function> as always.",
      "</function>",
      "</tool_call> ends it.",
    ].join("\n");
    expect(
      run(qwen(content, "content", "write").replace("<parameter", "<parameter=path>\na\n</parameter>\n<parameter")),
    ).toEqual([["write", { path: "a", content }]]);
  });

  it.each([
    [
      "an argument in the name's place",
      "<tool_call>\n<parameter=command>\nls\n</parameter>\n</tool_call>",
      /name of the tool/,
    ],
    ["text between the tags", qwen("ls\n</parameter>\ntimeout>\n5"), /text stands/],
    [
      "text in place of arguments",
      "<tool_call>\n<function=bash>\nls\n</function>\n</tool_call>",
      /text stands.*<\/parameter>.*<\/function>/,
    ],
    ["two values of one name", qwen("ls\n</parameter>\n<parameter=command>\npwd"), /given twice/],
    ["a value that never ends", qwen("ls").slice(0, -40), /not closed/],
    ["a call in a value that is not closed", `${qwen("ls").split("</parameter>")[0]}${qwen("rm")}`, /inside a value/],
    [
      "the end of a value too many",
      `${qwen("ls\n</parameter>\n</function>\n</tool_call>\nand more")}`,
      /follow behind/,
    ],
    ["an argument behind the end", qwen("ls\n</parameter>\n</function>\n<parameter=timeout>\n5"), /follow behind/],
    ["a tool that is not there", qwen("ls", "command", "reed"), /no tool "reed".*nearest are: read/],
    ["a missing argument", qwen("a", "path", "write"), /"content" of write: expected a string, got nothing/],
  ])("is not run with %s", (_, reply, problem) => {
    const { calls } = readAtEveryCut(`${reply}\n`);
    expect(calls.map((call) => [call.arguments, call.problem])).toContainEqual([
      expect.anything(),
      expect.stringMatching(problem),
    ]);
    expect(calls.filter((call) => call.problem === undefined)).toEqual([]);
  });

  it("runs nothing behind a call whose end was guessed", () => {
    const { calls, notices } = readAtEveryCut(`${qwen("ls").replace("</parameter>\n", "")}\n${qwen("rm -rf x")}`);
    expect(calls.map((call) => [call.name, call.arguments, call.problem])).toEqual([
      ["bash", { command: "ls" }, undefined],
    ]);
    expect(notices).toHaveLength(1);
  });

  it("does not take the next call for a part of a value that is not closed", () => {
    const next = qwen("pwd").replace("</parameter>", "</parameter>\n</parameter>");
    expect(run(`${qwen("ls").replace("</parameter>\n", "")}\n${next}`)).toEqual([ls]);
  });

  it("guesses at no end in a reply that was cut off", () => {
    const half = qwen(`half\n</parameter>\n${qwen("rm -rf x")}`, "content", "write");
    const reply = half.replace("<parameter", "<parameter=path>\na\n</parameter>\n<parameter");
    expect(run(reply.slice(0, -30), { finish: "length" })).toEqual([]);
    expect(run(qwen("ls").replace("</parameter>\n", ""), { finish: "length" })).toEqual([]);
  });

  it("runs nothing of a text that closes calls before it opens them", () => {
    const text = `half\n</parameter>\n</function>\n</tool_call>\nand\n${qwen("rm -rf x")}\nend`;
    expect(
      run(qwen(text, "content", "write").replace("<parameter", "<parameter=path>\na\n</parameter>\n<parameter")),
    ).toEqual([]);
    expect(run(qwen(text))).toEqual([]);
  });
});

describe("a value's type", () => {
  const parameters = {
    type: "object",
    properties: {
      text: { type: "string" },
      count: { type: "integer" },
      flag: { type: "boolean" },
      list: { type: "array", items: { type: "string" } },
      map: { type: "object" },
      either: { anyOf: [{ type: "integer" }, { type: "null" }] },
      maybe: { type: ["string", "null"] },
      any: {},
    },
  };
  const tools = [{ name: "set", description: "", parameters }];
  const set = (key: string, value: string) => run(qwen(value, key, "set"), { tools })[0]?.[1];

  it.each([
    ["text", "5", "5"],
    ["text", "null", "null"],
    ["text", "[1]", "[1]"],
    ["count", "5", 5],
    ["flag", "True", true],
    ["list", '["a", "b"]', ["a", "b"]],
    ["list", "a", ["a"]],
    ["map", "{'a': 1,}", { a: 1 }],
    ["either", "5", 5],
    ["maybe", "nullify", "nullify"],
    ["maybe", "x", "x"],
    ["maybe", "null", null],
    ["any", "5", "5"],
  ])("is the schema's: %s of %s", (key, text, value) => {
    expect(set(key, text)).toEqual({ [key]: value });
  });

  it("is what the tag says where the schema says nothing", () => {
    const dsml = (key: string, isText: boolean) =>
      `<｜DSML｜invoke name="set">\n<｜DSML｜parameter name="${key}" string="${isText}">5</｜DSML｜parameter>\n</｜DSML｜invoke>`;
    expect(run(dsml("any", false), { tools })).toEqual([["set", { any: 5 }]]);
    expect(run(dsml("any", true), { tools })).toEqual([["set", { any: "5" }]]);
    expect(run(dsml("text", false), { tools })).toEqual([["set", { text: "5" }]]);
    expect(run(dsml("count", true), { tools })).toEqual([["set", { count: 5 }]]);
  });

  it("is a problem where it does not fit", () => {
    const [call] = readAtEveryCut(qwen("many", "count", "set"), { tools }).calls;
    expect(call?.problem).toMatch(/"count" of set: expected an integer, got the string "many"/);
  });
});

describe("other families' own ways", () => {
  it.each([
    [
      "DeepSeek's doubled bars",
      rows
        .dsml("bash", [["command", "ls"]])
        .join("")
        .replaceAll("｜", "｜｜"),
    ],
    [
      "DeepSeek's older wrapper",
      rows
        .dsml("bash", [["command", "ls"]])
        .join("")
        .replaceAll("tool_calls", "function_calls"),
    ],
    [
      "DeepSeek without its mark on an argument",
      rows
        .dsml("bash", [["command", "ls"]])
        .join("")
        .replace("<｜DSML｜para", "<para"),
    ],
    [
      "Claude's wrapper",
      rows
        .invoke("bash", [["command", "ls"]])
        .join("")
        .replaceAll("minimax:tool_call", "function_calls"),
    ],
    [
      "no wrapper",
      rows
        .invoke("bash", [["command", "ls"]])
        .slice(2, -2)
        .join(""),
    ],
    ["values on lines of their own", rows.invoke("bash", [["command", "\nls\n"]]).join("")],
    ["CDATA", '<function name="bash"><param name="command"><![CDATA[ls]]></param></function>'],
    [
      "Kimi's JSON",
      '<|open|>call tool="bash"<|sep|><|open|>json type="object"<|sep|>{"command": "ls"}<|close|>json<|sep|><|close|>call<|sep|>',
    ],
  ])("are read: %s", (_, reply) => {
    expect(run(reply)).toEqual([ls]);
  });

  it("keep closing tags inside CDATA, also in several sections", () => {
    const command = "echo ']]>' </param></function>";
    const reply = `<function name="bash"><param name="command"><![CDATA[echo ']]]]><![CDATA[>' </param></function>]]></param></function>`;
    expect(run(reply)).toEqual([["bash", { command }]]);
  });

  it("take line breaks for the form's only if all values of a call have them", () => {
    const reply = rows.invoke("write", [
      ["path", "a"],
      ["content", "\nx\n"],
    ]);
    expect(run(reply.join(""))).toEqual([["write", { path: "a", content: "\nx\n" }]]);
    expect(run(rows.dsml("bash", [["command", "\nx\n"]]).join(""))).toEqual([["bash", { command: "\nx\n" }]]);
  });
});

describe("a tagged call that is only spoken of", () => {
  it.each([
    ["in backticks", `One would write \`${qwen("ls").replaceAll("\n", "")}\` here.`],
    ["in an XML block", `\`\`\`xml\n${qwen("ls")}\n\`\`\``],
    ["in the middle of a sentence", `Write ${qwen("ls")} to call a tool.`],
    ["in a quotation", `> ${qwen("ls").replaceAll("\n", "\n> ")}`],
    ["by its opening tags", "A call is <tool_call> with <function=NAME> in it."],
    ["by all of its tags", "Tags: <function=NAME>, <parameter=KEY>, </parameter> and </function>."],
    ["as a word in a tag", "<invoke name=x> is one"],
    ["as code", 'call("<function=bash>", "<parameter=command>ls</parameter>")'],
  ])("is text: %s", (_, reply) => {
    const { calls, text } = readAtEveryCut(reply);
    expect(calls).toEqual([]);
    expect(text).toBe(reply);
  });
});
