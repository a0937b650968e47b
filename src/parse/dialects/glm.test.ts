import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";
import { TAGGED_CALL_WRITERS } from "../../testing/write-tagged-call.ts";

const call = (...given: Parameters<typeof TAGGED_CALL_WRITERS.glm>) => TAGGED_CALL_WRITERS.glm(...given).join("");
const grep = ["grep", { pattern: "TODO", path: "src" }];
const written = call("grep", [
  ["pattern", "TODO"],
  ["path", "src"],
]);

/** Calls that can run, as name and arguments, the same at every cut. */
function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((made) => made.problem === undefined)
    .map((made) => [made.name, made.arguments]);
}

describe("glm", () => {
  it("reads a call and takes it out of the text", () => {
    expect(readAtEveryCut(`I look first.\n${written}`)).toMatchObject({
      text: "I look first.",
      calls: [{ id: "1", name: "grep", arguments: { pattern: "TODO", path: "src" }, form: "glm" }],
      notices: [],
    });
  });

  it.each([
    ["with line breaks", written.replaceAll("<arg_key>", "\n<arg_key>").replaceAll("<arg_value>", "\n<arg_value>")],
    ["with the name on a line of its own", written.replace("grep", "\ngrep\n")],
    ["without a value's opening tag", written.replace("<arg_value>", "")],
    ["without any value's opening tag", written.replaceAll("<arg_value>", "")],
    ["without a value's closing tag", written.replace("</arg_value>", "")],
    ["without the last value's closing tag", written.replace("</arg_value></tool_call>", "</tool_call>")],
    ["without a key's closing tag", written.replace("</arg_key>", "")],
    ["without the first key's opening tag", written.replace("<arg_key>", "")],
    ["with a blank for the first key's opening tag", written.replace("<arg_key>", " ")],
    ["with a call's opening tag for the first key's", written.replace("<arg_key>", "<tool_call>")],
    ["without the second key's opening tag", written.replace("<arg_key>path", "path")],
    [
      "with a key's tags doubled",
      written.replace("<arg_key>", "<arg_key><arg_key>").replace("</arg_key>", "</arg_key></arg_key>"),
    ],
    ["with a value closed as a key", written.replace("</arg_value>", "</arg_key>")],
    ["with a value closed twice", written.replace("</arg_value>", "</arg_value></arg_value>")],
    ["without the end", written.replace("</tool_call>", "")],
    ["with two ends", `${written}</tool_call>`],
    ["under another name", written.replace("grep", "search_files")],
    ["behind text on its line, with text behind", `What now?${written}\nI wait.`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([grep]);
  });

  it("reads several calls, also of tools that need no arguments", () => {
    expect(run(`${written}\n<tool_call>list</tool_call><tool_call>\nlist\n</tool_call>\nnow\n${written}`)).toEqual([
      grep,
      ["list", {}],
      ["list", {}],
      grep,
    ]);
  });

  it("keeps whole calls, and tags that are spoken of, in a value", () => {
    for (const content of [
      `a\n${written}\n${written}`,
      "use </arg_value> in docs",
      '"</arg_value>" + "</tool_call>"',
      "\n\nx\n",
    ]) {
      const reply = call("write", [
        ["path", "a"],
        ["content", content],
      ]);
      expect(run(reply)).toEqual([["write", { path: "a", content }]]);
    }
  });

  it("makes no empty call of a name alone, and says what it needs", () => {
    const { calls, notices, text } = readAtEveryCut("<tool_call>bash</tool_call>");
    expect({ calls, text }).toEqual({ calls: [], text: "<tool_call>bash</tool_call>" });
    expect(notices).toEqual([expect.stringMatching(/"command" of bash/)]);
    expect(readAtEveryCut("Between <tool_call>word</tool_call> stands a call.").calls).toEqual([]);
  });

  it.each([
    [
      "a name and a key that could be split in two ways",
      "<tool_call>greppatternx</arg_key><arg_value>a</arg_value></tool_call>",
      /no tool "unknown"|could not be read/,
    ],
    ["a key without a value", written.replace("<arg_value>TODO</arg_value>", ""), /could not be read|nothing/],
    ["a key that is missing", "<tool_call>grep<arg_value>TODO</arg_value></tool_call>", /could not be read/],
    [
      "the end of a value too many",
      call("write", [
        ["content", `x</arg_value></tool_call>\nand ${written} y`],
        ["path", "a"],
      ]),
      /could not be read/,
    ],
  ])("runs nothing of a call with %s", (_, reply) => {
    expect(run(reply)).toEqual([]);
  });

  it("runs at no place where it is cut off", () => {
    const whole = run(written);
    for (let at = 1; at < written.length; at += 1) {
      const { calls } = parseReply(written.slice(0, at), { finish: "length" });
      const runnable = calls.filter(({ problem }) => problem === undefined).map((made) => [made.name, made.arguments]);
      expect([[], whole]).toContainEqual(runnable);
      if (at > "<tool_call>".length) expect(calls).toHaveLength(1);
    }
  });

  it("leaves other calls between its tags to their own forms", () => {
    expect(
      readAtEveryCut('<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>').calls,
    ).toMatchObject([{ form: "hermes", arguments: { command: "ls" } }]);
    expect(readAtEveryCut('<tool_call>bash(command="ls")</tool_call>').calls).toMatchObject([
      { form: "hermes-python", arguments: { command: "ls" } },
    ]);
  });

  it("takes time in proportion to its length", () => {
    for (const text of [written, `now\n${written}`, "<tool_call>", "<tool_call>x\n", "<tool_call>bash<arg_key>"]) {
      const started = performance.now();
      parseReply(text.repeat(1_000));
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
