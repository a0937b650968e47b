import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const open = "<|tool_call_start|>";
const close = "<|tool_call_end|>";

/** Calls that can run, as name and arguments, the same at every cut. */
function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

describe("lfm2", () => {
  it("reads a call and takes it out of the text", () => {
    expect(readAtEveryCut(`I look first.${open}[bash(command="ls -la", timeout=5)]${close}`)).toMatchObject({
      text: "I look first.",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls -la", timeout: 5 }, form: "lfm2" }],
      notices: [],
    });
  });

  it.each([
    ["with line breaks", `${open}\n[\n  bash(\n    command="ls",\n  ),\n]\n${close}`],
    ["without the list", `${open}bash(command='ls')${close}`],
    ["without the closing mark", `${open}[bash(command="ls")]`],
    ["without the closing bracket", `${open}[bash(command="ls")${close}`],
    ["without any bracket closed", `${open}[bash(command="ls"`],
    ["with a bracket too many", `${open}[bash(command="ls"))]]${close}`],
    ["under another name", `${open}[shell(cmd="ls")]${close}`],
    ["with a namespace", `${open}[functions.bash(command="ls")]${close}`],
    ["without naming the only argument that is required", `${open}[bash("ls")]${close}`],
    ["with an object as the only argument", `${open}[bash({"command": "ls"})]${close}`],
    ["with a colon for the sign", `${open}[bash(command: "ls")]${close}`],
    ["as JSON", `${open}[{"name": "bash", "arguments": {"command": "ls"}}]${close}`],
    ["as a JSON object", `${open}{"name": "bash", "parameters": {"command": "ls"}}${close}`],
    ["with text behind", `${open}[bash(command="ls")]${close}\nNow I wait.`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual([["bash", { command: "ls" }]]);
  });

  it("reads several calls and every kind of value", () => {
    const reply = `${open}[write(path="a.py", content='def f():\\n    return "x"\\n'), read(path='b', limit=1_0), list()]${close}`;
    expect(run(reply)).toEqual([
      ["write", { path: "a.py", content: 'def f():\n    return "x"\n' }],
      ["read", { path: "b", limit: 10 }],
      ["list", {}],
    ]);
  });

  it("keeps marks, brackets and calls inside a string", () => {
    const content = `${close})]\n${open}[bash(command="rm -rf x")]${close}\n`;
    const reply = `${open}[write(path="a.md", content=r'''${content}''')]${close}`;
    expect(run(reply)).toEqual([["write", { path: "a.md", content }]]);
  });

  it.each([
    ["in a string", `${open}[bash(command="ls"), write(path="a", content="half`],
    ["between arguments", `${open}[bash(command="ls"), write(path="a", content="x"`],
    ["in a name", `${open}[bash(command="ls"), wri`],
  ])("does not run a call that was cut %s", (_, reply) => {
    for (const finish of ["length", "cut"] as const) {
      const { calls } = readAtEveryCut(reply, { finish });
      expect(calls.map((call) => call.problem === undefined)).toEqual([true, false]);
      expect(calls[1]?.problem).toMatch(/cut off.*shorter/);
    }
  });

  it("says so where nothing came behind the mark", () => {
    expect(readAtEveryCut(open, { finish: "length" }).calls[0]?.problem).toMatch(/cut off/);
    expect(readAtEveryCut(open).calls).toEqual([]);
  });

  it.each([
    ["quotes inside a string", 'bash(command="echo "hi"")', /could not be read: .*near ".*echo/],
    ["quotes that Python would join", 'bash(command="print("")")', /a quote inside a string/],
    ["a value to evaluate", 'bash(command="a" + "b")', /could not be read/],
    ["a formatted string", 'bash(command=f"ls {x}")', /not evaluated/],
    ["an argument given twice", 'bash(command="a", command="b")', /given twice/],
    ["a tool that is not there", 'reed(path="a")', /no tool "reed".*nearest are: read/],
    ["a missing argument", 'write(path="a")', /"content" of write: expected a string/],
    ["unnamed arguments of several", 'read("a", 1, 2)', /must be named\. A valid call: read\(path="src\/main.js"\)/],
    ["an unnamed argument for one given by name", 'write("x", path="a")', /must be named/],
    ["unnamed arguments too few", 'write("a")', /must be named/],
  ])("reports %s instead of running it", (_, call, problem) => {
    const { calls } = readAtEveryCut(`${open}[${call}]${close}`);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.problem).toMatch(problem);
  });

  it("takes unnamed arguments where their number leaves one reading", () => {
    expect(run(`${open}[write("a", "x"), write("b", content="y"), list("src")]${close}`)).toEqual([
      ["write", { path: "a", content: "x" }],
      ["write", { path: "b", content: "y" }],
      ["list", { path: "src" }],
    ]);
  });

  it("runs nothing behind a call that broke off", () => {
    const { calls } = readAtEveryCut(`${open}[bash(command="a"b)]${close}${open}[bash(command="ls")]${close}`);
    expect(calls.filter((call) => call.problem === undefined)).toEqual([]);
  });

  it.each([
    ["a mark in prose", `The call begins with ${open} and ends with ${close}.`],
    ["a call in backticks", `One would write \`${open}[bash(command="ls")]${close}\` here.`],
    ["a call in a block", `\`\`\`\n${open}[bash(command="ls")]${close}\n\`\`\``],
    ["a call in the middle of a sentence", `Write ${open}[bash(command="ls")]${close} to call it.`],
    ["a word between the marks", `${open}bash${close}`],
  ])("is text: %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply });
  });

  it("reads a long call in time linear in its length", () => {
    const content = "x = [1, 2, 'three']  # ]) \n".repeat(40_000);
    const started = performance.now();
    const { calls } = parseReply(`${open}[write(path="a.py", content=${JSON.stringify(content)})]${close}`);
    expect(calls[0]?.arguments["content"]).toBe(content);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
