import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';
const readA = '{"name": "read", "arguments": {"path": "a.js"}}';

function run(reply: string) {
  return readAtEveryCut(reply)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => call.name);
}

describe("bare-json", () => {
  it("reads a call on a line between others", () => {
    expect(readAtEveryCut(`Sure:\n${ls}\nThen I wait.`)).toMatchObject({
      text: "Sure:\n\nThen I wait.",
      calls: [{ name: "bash", arguments: { command: "ls" }, form: "bare-json" }],
    });
  });

  it.each([
    ["over several lines", JSON.stringify(JSON.parse(ls), null, 2)],
    ["with a bare key", '{name: "bash", "arguments": {"command": "ls"}}'],
    ["as a function", '{"type": "function", "function": {"name": "bash", "parameters": {"command": "ls"}}}'],
    ["in an invented envelope", '{"tool_calls": [{"function": "bash", "args": {"command": "ls"}}]}'],
    ["in another envelope", `{"tool_call": ${ls}}`],
    ["with its name as the key", '{"bash": {"command": "ls"}}'],
    ["without the last bracket", `${ls.slice(0, -1)}<|eot_id|>`],
    ["with a bracket too many", `${ls}}`],
    ["slightly indented", `  ${ls}`],
    ["before an invented result", `${ls}\n{"output": "a.js"}`],
    ["before a link", `${ls}\n[the manual](https://example.org)`],
    ["behind other data", `{"plan": "look"}\n${ls}`],
  ])("reads a call %s", (_, reply) => {
    expect(run(reply)).toEqual(["bash"]);
  });

  it.each([`${ls}; ${readA}`, `${ls}\n${readA}`, `${ls}${readA}`, `[${ls}, ${readA}]`, `${ls},\n\n${readA}`])(
    "reads several: %s",
    (reply) => {
      expect(run(reply)).toEqual(["bash", "read"]);
    },
  );

  it.each([
    ["with words behind it", `${ls} lists the files.`],
    ["behind another with words behind it", `${ls} ${readA} are calls.`],
    ["with words before it", `Like ${ls}`],
    ["as an item of a list", `- ${ls}`],
    ["as an example", `    ${ls}`],
    ["within other data", `{\n"calls": [\n${ls}\n]\n}`],
    ["among other data", `[\n  {"note": 1},\n  ${ls}\n]`],
    ["within data that goes on in dots", `{"messages": [\n${ls},\n...\n]}`],
    ["within a text of other data", `{"text": "Write:\n${ls.replaceAll('"', "'")}\n"}`],
    ["that is a description", '{"name": "bash", "parameters": {"type": "object", "properties": {"command": {}}}}'],
    ["that is a package", '{"name": "bash", "version": "1.0.0"}'],
    ["that is a setting", '{"list": {"depth": 1}}'],
    ["of no tool", '{"name": "deploy", "arguments": {"to": "all"}}'],
  ])("takes for text a call %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ calls: [], text: reply.trim() });
  });

  it("runs nothing in data that was cut off", () => {
    const { calls } = readAtEveryCut(`{"messages": [\n${ls}\n`, { finish: "length" });
    expect(calls).toEqual([]);
  });

  it.each([
    [
      "a quote that is not escaped",
      '{"name": "bash", "arguments": {"command": "echo "hi""}}',
      "stop",
      /could not be read/,
    ],
    ["an end in a string", '{"name": "write", "arguments": {"path": "a", "content": "b', "length", /cut off/],
    ["an end between brackets", '{"name": "write", "arguments": {"path": "a"', "length", /cut off/],
    ["a missing argument", '{"name": "write", "arguments": {"path": "a"}}', "stop", /"content" of write/],
  ] as const)("reports %s", (_, reply, finish, problem) => {
    const { calls } = readAtEveryCut(reply, { finish });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(problem)]);
  });
});
