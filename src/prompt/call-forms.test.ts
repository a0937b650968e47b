import { describe, expect, it } from "vitest";
import { modelFamilies } from "../config/model-families.ts";
import { dialects } from "../parse/dialects/index.ts";
import { parseReply } from "../testing/parse-reply.ts";
import { callForm, callFormNames } from "./call-forms.ts";

const samples = [
  { name: "read", arguments: { path: "src/a b.ts", offset: 3 } },
  { name: "list", arguments: {} },
  { name: "bash", arguments: { command: 'echo "it\'s" \\n $HOME | grep -n "{a,b}"', timeout: 1.5 } },
  {
    name: "write",
    arguments: { path: "a.py", content: 'def f():\n    return {"a": [1, None]}  # ü 🐍\n\n\tx = """y"""' },
  },
  { name: "edit", arguments: { path: "a.ts", old: "123", new: "true" } },
];

describe.each(callFormNames)("calls in the form %s", (name) => {
  const form = callForm(name);

  it.each(samples)("are read back as they were: $name", (call) => {
    const { calls, text } = parseReply(form.write(call));
    expect(
      calls.map(({ name: tool, arguments: given, problem }) => ({ name: tool, arguments: given, problem })),
    ).toEqual([{ ...call, problem: undefined }]);
    expect(text).toBe("");
  });

  it("are read behind words, several in a row", () => {
    const text = `I look first.\n\n${samples.slice(0, 2).map(form.write).join("\n")}`;
    expect(parseReply(text).calls.map((call) => call.name)).toEqual(["read", "list"]);
  });
});

it("every family's form is there; an unknown one is fenced JSON", () => {
  for (const { callForm: name } of modelFamilies) expect(callFormNames).toContain(name);
  expect(callForm(undefined).name).toBe("fenced-json");
  expect(callForm("klingon").name).toBe("fenced-json");
});

it("has a dialect of the same name for each, so that what the model is shown is what is read first", () => {
  const names = dialects.map(({ name }) => name);
  for (const name of callFormNames) expect(names).toContain(name);
});
