import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS, parseReply } from "../../testing/parse-reply.ts";
import { readAtEveryCut } from "../../testing/read-at-every-cut.ts";
import type { Json, ToolSpec } from "../../types.ts";

type Arguments = { readonly [key: string]: Json };
type Written = readonly [name: string, given: Arguments];
type Form = {
  readonly name: string;
  /** As the chat template writes them. */
  readonly write: (calls: readonly Written[]) => string;
  /** Closing marks, all of which may miss. */
  readonly closers?: readonly string[];
};

const json = JSON.stringify;
const objects = (calls: readonly Written[], key = "arguments") =>
  calls.map(([name, given]) => json({ name, [key]: given }));
const list = (calls: readonly Written[], key?: string) => `[${objects(calls, key).join(", ")}]`;

const forms: readonly Form[] = [
  { name: "mistral", write: (calls) => `[TOOL_CALLS]${list(calls)}` },
  {
    name: "mistral",
    write: (calls) => calls.map(([name, given]) => `[TOOL_CALLS]${name}[ARGS]${json(given)}`).join(""),
  },
  {
    name: "mistral",
    write: (calls) =>
      calls.map(([name, given]) => `[TOOL_CALLS]${name}[CALL_ID]a1b2c3d4e[ARGS]${json(given)}`).join(""),
  },
  {
    name: "deepseek",
    write: (calls) => {
      const parts = calls.map(
        ([name, given]) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(given)}<｜tool▁call▁end｜>`,
      );
      return `<｜tool▁calls▁begin｜>${parts.join("")}<｜tool▁calls▁end｜>`;
    },
    closers: ["<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"],
  },
  {
    name: "deepseek",
    write: (calls) => {
      const parts = calls.map(
        ([name, given]) =>
          `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(given)}\n\`\`\`<｜tool▁call▁end｜>`,
      );
      return `<｜tool▁calls▁begin｜>${parts.join("\n")}<｜tool▁calls▁end｜>`;
    },
    closers: ["<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"],
  },
  {
    name: "kimi-k2",
    write: (calls) => {
      const parts = calls.map(
        ([name, given], index) =>
          `<|tool_call_begin|>functions.${name}:${index}<|tool_call_argument_begin|>${json(given)}<|tool_call_end|>`,
      );
      return `<|tool_calls_section_begin|>${parts.join("")}<|tool_calls_section_end|>`;
    },
    closers: ["<|tool_call_end|>", "<|tool_calls_section_end|>"],
  },
  {
    name: "harmony",
    write: (calls) =>
      calls
        .map(
          ([name, given]) =>
            `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(given)}<|call|>`,
        )
        .join("<|start|>assistant"),
    closers: ["<|call|>"],
  },
  {
    name: "harmony",
    write: (calls) =>
      calls
        .map(
          ([name, given]) =>
            `<|start|>assistant to=functions.${name}<|channel|>analysis json<|message|>${json(given)}<|call|>`,
        )
        .join(""),
    closers: ["<|call|>"],
  },
  { name: "functionary", write: (calls) => calls.map(([name, given]) => `>>>${name}\n${json(given)}`).join("\n") },
  {
    name: "llama-3",
    write: (calls) => `<|python_tag|>${objects(calls, "parameters").join("; ")}<|eom_id|>`,
    closers: ["<|eom_id|>"],
  },
  {
    name: "cohere",
    write: (calls) => {
      const parts = calls.map(([tool_name, parameters], index) =>
        json({ tool_call_id: `${index}`, tool_name, parameters }),
      );
      return `<|START_ACTION|>[\n    ${parts.join(",\n    ")}\n]<|END_ACTION|>`;
    },
    closers: ["<|END_ACTION|>"],
  },
  {
    name: "apertus",
    write: (calls) =>
      `<|tools_prefix|>[${calls.map(([name, given]) => json({ [name]: given })).join(", ")}]<|tools_suffix|>`,
    closers: ["<|tools_suffix|>"],
  },
  { name: "apriel", write: (calls) => `<tool_calls>${list(calls)}</tool_calls>`, closers: ["</tool_calls>"] },
  { name: "nemotron", write: (calls) => `<TOOLCALL>${list(calls)}</TOOLCALL>`, closers: ["</TOOLCALL>"] },
  { name: "granite", write: (calls) => `<|tool_call|>${list(calls)}` },
  {
    name: "lm-studio",
    write: (calls) =>
      objects(calls)
        .map((one) => `[TOOL_REQUEST]${one}[END_TOOL_REQUEST]`)
        .join("\n"),
    closers: ["[END_TOOL_REQUEST]"],
  },
  { name: "gigachat", write: (calls) => `function call<|role_sep|>\n${objects(calls).join("\n")}` },
  { name: "gigachat", write: (calls) => `<|function_call|>${objects(calls).join("\n")}` },
  { name: "functools", write: (calls) => ` functools${list(calls)}` },
  { name: "bare-json", write: (calls) => objects(calls, "parameters").join("; ") },
  { name: "bare-json", write: (calls) => list(calls) },
  { name: "named-json", write: (calls) => calls.map(([name, given]) => `${name}\n${json(given)}`).join("\n") },
];

const ls: Written = ["bash", { command: "ls" }];
const readA: Written = ["read", { path: "a.js", offset: 3 }];
/** A file's content that quotes calls, fences and every form's marks. */
const content = forms.map(({ write }) => write([["bash", { command: "rm -rf /" }]])).join("\n```\n");
const writeDoc: Written = ["write", { path: "forms.md", content }];

/** Two tools that take anything. */
const anyTools: readonly ToolSpec[] = ["first", "second"].map((name) => ({
  name,
  description: "",
  parameters: { type: "object", properties: { value: {} }, required: ["value"] },
}));
const anyValue = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(json(value)) as Json);

function run(reply: string, options: Parameters<typeof parseReply>[1] = {}) {
  return parseReply(reply, options)
    .calls.filter((call) => call.problem === undefined)
    .map((call) => [call.name, call.arguments]);
}

describe.each(forms)("a call of $name", ({ name, write, closers = [] }) => {
  it("is read and taken out of the text", () => {
    expect(readAtEveryCut(`I look first.\n${write([ls])}`)).toEqual({
      text: "I look first.",
      thinking: "",
      calls: [{ id: "1", name: "bash", arguments: { command: "ls" }, form: name }],
      notices: [],
    });
  });

  it("may stand behind another", () => {
    const { calls, text } = readAtEveryCut(write([ls, readA]));
    expect(calls.map((call) => [call.name, call.arguments])).toEqual([ls, readA]);
    expect(text).toBe("");
  });

  it("keeps every byte of a text that quotes all forms", () => {
    expect(run(write([writeDoc]))).toEqual([writeDoc]);
  });

  it("brings any value back as it was, or none", () => {
    fc.assert(
      fc.property(anyValue, anyValue, fc.nat(), (one, two, cut) => {
        const calls: Written[] = [
          ["first", { value: one }],
          ["second", { value: two }],
        ];
        const reply = write(calls);
        expect(run(reply, { tools: anyTools })).toEqual(calls);
        const part = reply.slice(0, cut % (reply.length + 1));
        const found = run(part, { tools: anyTools, finish: "length" });
        expect(calls.slice(0, found.length)).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });

  it("is understood without its closing marks", () => {
    const reply = closers.reduce((text, closer) => text.replaceAll(closer, ""), write([ls, readA]));
    expect(run(reply)).toEqual([ls, readA]);
  });

  it("is reported, and not run, where it breaks off or is no JSON", () => {
    const whole = write([["write", { path: "a.js", content: "one two three" }]]);
    const part = whole.slice(0, whole.indexOf("two"));
    expect(readAtEveryCut(part, { finish: "length" }).calls).toMatchObject([
      { problem: expect.stringMatching(/cut off/) },
    ]);
    const broken = whole.replace("two", 'two" three');
    expect(readAtEveryCut(broken).calls.filter((call) => call.problem === undefined)).toEqual([]);
  });

  it.each([
    ["a code span", (call: string) => `Write \`${call}\` to look around.`],
    ["quotation marks", (call: string) => `Write "${call}" to look around.`],
    ["a block of another language", (call: string) => `Like so:\n\`\`\`text\n${call}\n\`\`\`\nThat is all.`],
    ["a quotation", (call: string) => `> ${call.replaceAll("\n", "\n> ")}`],
    ["a sentence", (call: string) => `The form is ${call} as you see.`],
    ["an invented conversation", (call: string) => `Done.\nUser: look\n${call}`],
  ])("is none in %s", (_, quote) => {
    expect(run(quote(write([ls])))).toEqual([]);
  });
});

describe("calls of a name that no tool has", () => {
  it.each(forms.filter(({ name }) => !/bare|named|functionary/.test(name)))("are reported: $name", ({ write }) => {
    const { calls } = parseReply(write([["deploy", { to: "all" }]]));
    expect(calls.map((call) => call.problem)).toEqual([expect.stringMatching(/no tool "(functions\.)?deploy/)]);
  });

  it.each(forms.filter(({ name }) => /bare|named|functionary/.test(name)))("are text: $name", ({ write }) => {
    const reply = write([["deploy", { to: "all" }]]);
    expect(parseReply(reply)).toMatchObject({ calls: [], text: reply });
  });
});

it("reads a long row of any form's marks in time linear in its length", () => {
  const marks = forms.map(({ write }) => write([ls])).flatMap((call) => [call.slice(0, 14), call.slice(0, -14), call]);
  for (const mark of new Set([...marks, "{\n", "[\n", '{"name":\n', '{"a": [\n', "bash\n{\n", "to=bash\n"])) {
    const reply = mark.repeat(Math.ceil(100_000 / mark.length));
    const started = performance.now();
    parseReply(reply, { tools: EXAMPLE_TOOLS });
    expect(performance.now() - started, json(mark)).toBeLessThan(4_000);
  }
});
