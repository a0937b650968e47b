import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const block = (code: string, info = "tool_code") => `\`\`\`${info}\n${code}\n\`\`\``;

function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

describe("gemma-3", () => {
  it("reads a block and takes it out of the text", () => {
    expect(
      readAtEveryCut(`I look first.\n${block('print(default_api.bash(command="ls"))')}\nThen I go on.`),
    ).toMatchObject({
      text: "I look first.\n\nThen I go on.",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls" }, form: "gemma-3" }],
      notices: [],
    });
  });

  it.each([
    ["alone", block('bash(command="ls")')],
    ["with a namespace", block('default_api.bash(command="ls")')],
    ["printed", block("print(bash(command='ls'))")],
    ["in a list", block('[bash(command="ls")]')],
    ["with comments", block('# first look\nbash(command="ls")  # all files\n# done')],
    ["with a semicolon", block('bash(command="ls");')],
    ["without the closing fence", '```tool_code\nbash(command="ls")'],
    ["without the closing parenthesis", block('print(bash(command="ls")')],
    ["with a parenthesis too many", block('print(bash(command="ls")))')],
    ["without a name for its argument", block('bash("ls")')],
    ["in a block of the other name", block('bash(command="ls")', "tool_call")],
    ["as JSON", block('{"name": "bash", "arguments": {"command": "ls"}}')],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([["bash", { command: "ls" }]]);
  });

  it("reads a call on each line, and fences inside a string", () => {
    const content = "Use:\n```tool_code\nbash(command='x')\n```\n";
    expect(run(block(`read(path="a")\nprint(write(path="b.md", content="""${content}"""))`))).toEqual([
      ["read", { path: "a" }],
      ["write", { path: "b.md", content }],
    ]);
  });

  it.each([
    ["code", block('import os\nprint(os.listdir("."))')],
    ["a call and code", block('bash(command="ls")\nx = 1')],
    ["a call of no tool", block('print("hello")')],
    ["a call in a Python block", block('bash(command="ls")', "python")],
    ["a call in a block without a name", block('bash(command="ls")', "")],
    ["a block in a Markdown block", `\`\`\`\`markdown\n${block('bash(command="ls")')}\n\`\`\`\``],
    ["nothing", block("")],
  ])("is text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it.each([
    ["a missing argument", block('write(path="a")'), /"content" of write/],
    ["a value to evaluate", block("bash(command=cmd)"), /could not be read/],
    ["unnamed arguments of several", block('read("a", 1)'), /must be named/],
  ])("reports %s instead of running it", (_, reply, problem) => {
    expect(readAtEveryCut(reply).calls.map((call) => call.problem)).toEqual([expect.stringMatching(problem)]);
  });

  it("does not run a call that was cut", () => {
    const { calls } = readAtEveryCut('```tool_code\nwrite(path="a", content="ha', { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
