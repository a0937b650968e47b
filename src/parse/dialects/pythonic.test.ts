import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";
import { pythonic } from "./pythonic.ts";

/** Calls that can run, as name and arguments, the same at every cut. */
function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

describe("pythonic", () => {
  it("reads a bare list and takes it out of the text", () => {
    expect(readAtEveryCut(`I look first.\n[bash(command="ls"), read(path='a')]\nThen I go on.`)).toMatchObject({
      text: "I look first.\n\nThen I go on.",
      calls: [
        { id: "1", name: "bash", arguments: { command: "ls" }, form: "pythonic" },
        { id: "2", name: "read", arguments: { path: "a" }, form: "pythonic" },
      ],
      notices: [],
    });
  });

  it.each([
    ["over several lines", '[\n  bash(\n    command="ls",\n  )\n]'],
    ["with a tag behind", '[bash(command="ls")]<|eot_id|>'],
    ["with a closing mark left over", '[bash(command="ls")]<|tool_call_end|>'],
    ["without the closing bracket", '[bash(command="ls")'],
    ["behind Llama 4's mark", '<|python_start|>[bash(command="ls")]<|python_end|>'],
    ["behind the mark without the list", '<|python_start|>bash(command="ls")<|python_end|>'],
    ["behind the mark without its end", '<|python_start|>[bash(command="ls")]'],
    ["as JSON behind the mark", '<|python_start|>{"name": "bash", "parameters": {"command": "ls"}}'],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([["bash", { command: "ls" }]]);
  });

  it("keeps lists of calls inside a string", () => {
    const content = '\n[bash(command="rm -rf x")]\n';
    expect(run(`[write(path="a.md", content='''${content}''')]`)).toEqual([["write", { path: "a.md", content }]]);
  });

  it.each([
    ["a link", "[read](https://example.org/read)"],
    ["a checklist", "[ ] read(path)\n[x] write(path)"],
    ["a citation", "[1] says so, [2](x) too"],
    ["a bare call without a list", 'bash(command="ls")'],
    ["a list in a sentence", 'The answer [bash(command="ls")] is wrong.'],
    ["a list with words behind it", '[bash(command="ls")] lists the files.'],
    ["a list as a link", '[bash(command="ls")](https://example.org)'],
    ["a list in backticks", '`[bash(command="ls")]`'],
    ["a list in a block", '```python\n[bash(command="ls")]\n```'],
    ["a list in a quotation", '> [bash(command="ls")]'],
    ["an indented list", 'Like this:\n\n    [bash(command="ls")]'],
    ["a comprehension", "[read(path=p) for p in paths]"],
    ["a list of other calls", "[int(x), str(y)]"],
    ["an attribute", "[derive(Debug, Clone)]"],
    ["data", '["bash", {"command": "ls"}]'],
    ["a list without any bracket closed", '[bash(command="ls"'],
    ["an empty list", "[]"],
  ])("is text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it.each([
    ["a tool that is not there", '[reed(path="a")]', /no tool "reed"/],
    ["one tool of two that is not there", '[read(path="a"), reed(path="a")]', /no tool "reed"/],
    ["a missing argument", '[write(path="a")]', /"content" of write/],
    ["unnamed arguments", '[bash("ls")]', /must be named/],
    ["quotes inside a string", '[bash(command="echo "hi"")]', /could not be read/],
  ])("leaves %s as text and says why", (_, reply, notice) => {
    const read = readAtEveryCut(reply);
    expect(read).toMatchObject({ calls: [], text: reply });
    expect(read.notices.join()).toMatch(notice);
  });

  it("does not run a list that was cut, and says how to send less", () => {
    for (const reply of ['[write(path="a", content="half', '[write(path="a", content="x"', "[write("]) {
      const { calls, text } = readAtEveryCut(reply, { finish: "length" });
      expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
      expect(text).toBe("");
    }
    expect(readAtEveryCut("[int(x", { finish: "length" }).calls).toEqual([]);
  });

  it("reads many lines that begin like a call in time linear in their length", () => {
    const lines = ['[read(path="""', "[read(path=''' , ", '[list(path="a", ', '[bash(command="x"', "[read(", "[[[[[["];
    for (const line of lines) {
      const reply = `${line}\n`.repeat(Math.ceil(40_000 / line.length));
      const started = performance.now();
      expect(parseReply(reply, { dialects: [pythonic] }).calls).toEqual([]);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
