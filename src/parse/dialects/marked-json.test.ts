import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';

describe("marked-json", () => {
  it.each([
    ["one object where a list is usual", `<TOOLCALL>${ls}</TOOLCALL>`],
    ["a closing mark of another form", `<tool_calls>[${ls}]</tool_call>`],
    ["a closing mark with a slash", `[TOOL_REQUEST]\n${ls}\n[/TOOL_REQUEST]`],
    ["its closing mark twice", `<|START_ACTION|>[${ls}]<|END_ACTION|><|END_ACTION|>`],
    ["a last bracket missing", `<TOOLCALL>[${ls}</TOOLCALL>`],
    ["a name as the key, and a usual one", `<|tools_prefix|>[{"bash": {"command": "ls"}}]<|tools_suffix|>`],
    ["a usual object among names as keys", `<|tools_prefix|>[${ls}]<|tools_suffix|>`],
    ["end tokens behind it", `<|START_ACTION|>[${ls}]<|END_ACTION|><|END_OF_TURN_TOKEN|>`],
    ["the end of the message before it", `<|message_sep|>\n\nfunction call<|role_sep|>\n${ls}`],
  ])("reads a call with %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "", calls: [{ name: "bash", arguments: { command: "ls" } }] });
  });

  it("reads a name as the key without arguments", () => {
    expect(readAtEveryCut('<|tools_prefix|>[{"list": {}}]<|tools_suffix|>').calls).toMatchObject([
      { name: "list", arguments: {} },
    ]);
  });

  it.each([
    "<TOOLCALL> opens a call.",
    "functools[0] is an element.",
    "[TOOL_REQUEST]",
    "function call<|role_sep|> is a header.",
  ])("takes for text: %s", (reply) => {
    expect(readAtEveryCut(reply).calls.filter((call) => call.problem === undefined)).toEqual([]);
  });
});
