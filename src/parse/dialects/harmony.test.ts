import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";

const body = '{"command":"ls"}';
const python = {
  name: "python",
  description: "",
  parameters: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
};

describe("harmony", () => {
  it.each([
    ["in the commentary", `<|channel|>commentary to=functions.bash <|constrain|>json<|message|>${body}<|call|>`],
    ["in the analysis", `<|channel|>analysis to=functions.bash<|message|>${body}`],
    ["with the recipient before the channel", ` to=functions.bash<|channel|>commentary json<|message|>${body}`],
    ["with another word for its format", `<|channel|>commentary to=bash code<|message|>${body}<|call|>`],
    ["with its channel twice", `<|channel|>commentary to=functions.bash<|channel|>commentary json<|message|>${body}`],
    ["without the mark of the message", `<|channel|>commentary to=functions.bash <|constrain|>json${body}<|call|>`],
    ["without any marks", `commentary to=functions.bash json${body}`],
    ["behind thinking without any marks", `analysisI look.assistantcommentary to=functions.bash json${body}`],
    [
      "behind thinking",
      `<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>${body}<|call|>`,
    ],
    ["as a server leaves its name", `<|channel|>commentary to=functions.bash<|message|>${body}<|end|>`],
  ])("reads a call %s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "", calls: [{ name: "bash", arguments: { command: "ls" } }] });
  });

  it("tells the person's text from the call", () => {
    const reply = `<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>${body}<|call|>`;
    expect(readAtEveryCut(reply)).toMatchObject({ text: "I look.", thinking: "", calls: [{ name: "bash" }] });
  });

  it("gives an interpreter its code as it stands", () => {
    const tools = [...EXAMPLE_TOOLS, python];
    const reply = "<|channel|>commentary to=python code<|message|>print('{}')\nprint(2)<|call|>";
    expect(readAtEveryCut(reply, { tools }).calls).toMatchObject([{ arguments: { code: "print('{}')\nprint(2)" } }]);
    const { calls } = readAtEveryCut(reply.slice(0, -20), { tools, finish: "length" });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/cut off/)]);
  });

  it.each([
    ["no JSON", "<|channel|>commentary to=functions.bash <|message|>ls -la<|call|>", "stop", /could not be read/],
    ["no such tool", `<|channel|>commentary to=container.exec<|message|>${body}<|call|>`, "stop", /no tool/],
    ["an end in the name", "<|channel|>commentary to=functions.ba", "length", /cut off/],
    ["an end in the header", "<|channel|>commentary to=functions.bash <|constr", "length", /cut off/],
    ["an end before the arguments", "<|channel|>commentary to=functions.bash <|message|>", "length", /cut off/],
  ] as const)("reports %s", (_, reply, finish, problem) => {
    const { calls, text } = readAtEveryCut(reply, { finish });
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(problem)]);
    expect(text).toBe("");
  });

  it.each([
    ["a message to the person", "<|channel|>commentary to=assistant<|channel|>final<|message|>Hello", "Hello"],
    ["words to a tool", "to=functions.bash would be my choice.", "to=functions.bash would be my choice."],
    [
      "an unmarked call to no tool",
      `commentary to=functions.deploy json${body}`,
      `commentary to=functions.deploy json${body}`,
    ],
    ["an unmarked call with words behind it", `to=bash ${body} lists files.`, `to=bash ${body} lists files.`],
    ["an unmarked call that does not fit", 'to=write {"path":"a"}', 'to=write {"path":"a"}'],
  ])("takes for text: %s", (_, reply, text) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text, calls: [] });
  });
});
