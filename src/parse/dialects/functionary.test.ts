import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const python = {
  name: "python",
  description: "",
  parameters: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
};

describe("functionary", () => {
  it("reads a call whose mark the chat template wrote", () => {
    const prompt = "<|start_header_id|>assistant<|end_header_id|>\n\n>>>";
    expect(readAtEveryCut('bash\n{"command": "ls"}', { prompt }).calls).toMatchObject([
      { name: "bash", arguments: { command: "ls" }, form: "functionary" },
    ]);
  });

  it("reads calls behind text for the person", () => {
    const reply = '>>>all\nI look.>>>bash\n{"command": "ls"}\n>>>read\n{"path": "a"}<|eot_id|>';
    expect(readAtEveryCut(reply)).toMatchObject({ text: "I look.", calls: [{ name: "bash" }, { name: "read" }] });
  });

  it("gives an interpreter its code as it stands, up to the next call", () => {
    const tools = [...EXAMPLE_TOOLS, python];
    const reply = '>>>python\n# one\nprint(">>>")\n>>>bash\n{"command": "ls"}';
    expect(readAtEveryCut(reply, { tools }).calls).toMatchObject([
      { name: "python", arguments: { code: '# one\nprint(">>>")\n' } },
      { name: "bash", arguments: { command: "ls" } },
    ]);
    expect(readAtEveryCut('>>>python\n{"code": "x"}', { tools }).calls).toMatchObject([{ arguments: { code: "x" } }]);
  });

  it.each([">>> bash\n{}", ">>>bash is fun", '>>>nope\n{"a": 1}', ">>>bash\nls", ">>>"])(
    "takes for text: %s",
    (reply) => {
      expect(readAtEveryCut(reply).calls.filter((call) => call.problem === undefined)).toEqual([]);
    },
  );

  it.each([">>>bash", '>>>bash\n{"comm'])("reports a call that was cut off: %s", (reply) => {
    const { calls } = readAtEveryCut(reply, { finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });
});
