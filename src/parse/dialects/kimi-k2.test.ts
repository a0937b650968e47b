import { describe, expect, it } from "vitest";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const separator = "<|tool_call_argument_begin|>";

describe("kimi-k2", () => {
  it.each([
    ["no section", `<|tool_call_begin|>functions.bash:0${separator}{"command": "ls"}<|tool_call_end|>`],
    [
      "the section in the singular",
      `<|tool_call_section_begin|><|tool_call_begin|>bash:0${separator}{"command": "ls"}<|tool_call_section_end|>`,
    ],
    ["no number", `<|tool_call_begin|>functions.bash${separator}{"command": "ls"}`],
    ["a number as quantised models write it", `<|tool_call_begin|>functions_bash_2${separator}{"command": "ls"}`],
    ["no separator", '<|tool_call_begin|>functions.bash:0 {"command": "ls"}<|tool_call_end|>'],
    ["no opening mark", `functions.bash:0${separator}{"command": "ls"}<|tool_call_end|>`],
    ["no opening mark, and underscores", `functions_bash_2${separator}{"command": "ls"}`],
  ])("reads a call with %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "", calls: [{ name: "bash", arguments: { command: "ls" } }] });
  });

  it("reads a call without arguments", () => {
    expect(readAtEveryCut(`<|tool_call_begin|>functions.list:0${separator}<|tool_call_end|>`).calls).toMatchObject([
      { name: "list", arguments: {} },
    ]);
  });

  it.each(["functions.bash is what I call.", 'functions.bash:0 {"command": "ls"}', "functions.bash"])(
    "takes for text what has no mark at all: %s",
    (reply) => {
      for (const finish of ["stop", "length"] as const) {
        expect(readAtEveryCut(reply, { finish })).toMatchObject({ text: reply, calls: [] });
      }
    },
  );
});
