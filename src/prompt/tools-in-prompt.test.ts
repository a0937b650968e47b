import { expect, it } from "vitest";
import type { ToolSpec } from "../types.ts";
import { callForm } from "./call-forms.ts";
import { prefixFor } from "./tools-in-prompt.ts";

const tools: readonly ToolSpec[] = [
  {
    name: "read",
    description: "Shows a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, offset: { type: "integer", description: "First line." } },
      required: ["path"],
    },
  },
  { name: "list", description: "Lists $& a folder.", parameters: { type: "object", properties: {} } },
];
const prefix = { system: "You are Whippet.", tools };

it("is what it was where the server shows the tools", () => {
  expect(prefixFor(prefix, { calls: "native" })).toBe(prefix);
  expect(prefixFor({ ...prefix, tools: [] }, { calls: callForm("hermes") }).system).toBe("You are Whippet.");
});

it("else has them in its text, with one call in the family's own form", () => {
  expect(prefixFor(prefix, { calls: callForm("hermes") }).system).toMatchInlineSnapshot(`
    "You are Whippet.

    # Tools

    To use a tool, write a call in exactly this form, then stop and wait for its result:

    <tool_call>
    {"name":"read","arguments":{"path":"src/main.js"}}
    </tool_call>

    ## read(path, offset?)
    Shows a file.
    - path (string)
    - offset (integer): First line.

    ## list()
    Lists $& a folder."
  `);
  expect(prefixFor(prefix, { calls: callForm("qwen-xml") }).system).toContain(
    "<tool_call>\n<function=read>\n<parameter=path>\nsrc/main.js\n</parameter>\n</function>\n</tool_call>",
  );
});

it("keeps the list for reading", () => {
  expect(prefixFor(prefix, { calls: callForm("hermes") }).tools).toBe(tools);
});
