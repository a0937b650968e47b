import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS, parseReply } from "../testing/parse-reply.ts";
import { readAtEveryCut } from "../testing/read-at-every-cut.ts";
import { createReplyParser } from "./create-reply-parser.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';
const call = `<tool_call>\n${ls}\n</tool_call>`;
const runs = [{ name: "bash", arguments: { command: "ls" } }];

describe("thinking in the text", () => {
  it.each([
    ["tags", "<think>\nI look.\n</think>\n\nDone."],
    ["tags on one line", "<think>I look.</think>Done."],
    ["another tag", "<thinking>I look.</thinking>\nDone."],
    ["a closing tag of the wrong kind", "<think>\nI look.\n</thinking>\nDone."],
    ["Mistral's marks", "[THINK]I look.[/THINK]Done."],
    ["Cohere's marks", "<|START_THINKING|>I look.<|END_THINKING|><|START_RESPONSE|>Done.<|END_RESPONSE|>"],
    ["Cohere's newer marks", "<|START_THINKING|>I look.<|END_THINKING|><|START_TEXT|>Done.<|END_TEXT|>"],
    ["Cohere's marks, unclosed", "<|START_THINKING|>I look.\n<|START_RESPONSE|>Done."],
    ["Seed-OSS", "<seed:think>I look.</seed:think>\nDone."],
    ["MiniMax M3", "<mm:think>I look.</mm:think>Done."],
    [
      "Kimi K3",
      "<|open|>think<|sep|>I look.<|close|>think<|sep|><|open|>response<|sep|>Done.<|close|>response<|sep|><|close|>message<|sep|>",
    ],
    ["Kimi K3, unclosed", "<|open|>think<|sep|>I look.<|open|>response<|sep|>Done."],
    ["Gemma 4", "<|channel>thought\nI look.\n<channel|>Done."],
    ["Gemma 4, a second, empty one", "<|channel>thought\nI look.\n<channel|>Done.<|channel>thought\n<channel|>"],
    [
      "harmony",
      "<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>final<|message|>Done.<|return|>",
    ],
    [
      "harmony with the role",
      "<|start|>assistant<|channel|>analysis<|message|>I look.<|channel|>final<|message|>Done.",
    ],
    ["harmony without its tokens", "analysisI look.assistantfinalDone."],
    ["Muse", " to=self<|message|>I look.<|eom|><|start|>assistant to=user<|message|>Done.<|eot|>"],
    [
      "Muse, twice",
      "to=self<|message|>I<|eom|><|start|>assistant to=self<|message|>look.<|eom|><|start|>assistant to=user<|message|>Done.<|eot|>",
    ],
    ["Granite", "<think>I look.</think><response>Done.</response>"],
    ["Apertus", "<|inner_prefix|>I look.<|inner_suffix|>Done.<|assistant_end|>"],
    ["two thoughts", "<think>I</think><think>look.</think>Done."],
  ])("is read apart: %s", (_, reply) => {
    const { text, thinking, calls } = readAtEveryCut(reply);
    expect(text).toBe("Done.");
    expect(thinking.replace(/\s+/g, " ")).toBe("I look.");
    expect(calls).toEqual([]);
  });

  it("keeps Apriel's first line as part of it", () => {
    const reply = "Here are my reasoning steps:\nI look.\n[BEGIN FINAL RESPONSE]\nDone.";
    expect(readAtEveryCut(reply)).toMatchObject({
      thinking: "Here are my reasoning steps:\nI look.",
      text: "Done.",
    });
  });

  it.each([
    ["a tag", "<think>", "</think>"],
    ["Mistral", "[THINK]", "[/THINK]"],
    ["Kimi K3", "<|open|>think<|sep|>", "<|close|>think<|sep|>"],
    ["Gemma 4", "<|channel>thought", "<channel|>"],
  ])("may be empty: %s", (_, opening, closing) => {
    expect(readAtEveryCut(`${opening}\n\n${closing}\n\nDone.`)).toMatchObject({ thinking: "", text: "Done." });
    expect(readAtEveryCut(`${opening}${closing}${call}`)).toMatchObject({ thinking: "", text: "", calls: runs });
  });

  it("without an end is all there is", () => {
    expect(readAtEveryCut("<think>\nI look, and\n\nlook", { finish: "length" })).toMatchObject({
      thinking: "I look, and\n\nlook",
      text: "",
      calls: [],
    });
  });

  it("comes as it is written, without half a mark", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
    const pieces = ["<thi", "nk>I", " look", " at a <", "b.\nread ", "[x]\n[y].", "\n</thi", "nk>", "Done", "."];
    const seen = pieces.map((piece) => [parser.push(piece), parser.takeThinking()]);
    expect(seen).toEqual([
      ["", ""],
      ["", "I"],
      ["", " look"],
      ["", " at a"],
      ["", " <b.\nread"],
      ["", " [x]\n[y]."],
      ["", ""],
      ["", ""],
      ["Done", ""],
      [".", ""],
    ]);
    expect(parser.end("stop")).toMatchObject({
      raw: "Done.",
      text: "Done.",
      thinking: "I look at a <b.\nread [x]\n[y].",
    });
  });
});

describe("thinking that the prompt has opened", () => {
  it.each([
    ["Qwen", "<|im_start|>assistant\n<think>\n"],
    ["DeepSeek", "<｜Assistant｜><think>"],
    ["Reka, after a whole conversation", "human: hi\n\nassistant: <think>\n"],
    ["MiniMax", "]~b]ai\n<think>\n"],
    ["Nemotron", "<SPECIAL_11>Assistant\n<think>\n"],
    [
      "a prompt with more thinking in it",
      "<|im_start|>assistant\n<think>x</think><|im_end|>\n<|im_start|>assistant\n<think>",
    ],
  ])("is known: %s", (_, prompt) => {
    const options = { prompt };
    expect(readAtEveryCut("I look.\n</think>\n\nDone.", options)).toMatchObject({ thinking: "I look.", text: "Done." });
    expect(readAtEveryCut("</think>Done.", options)).toMatchObject({ thinking: "", text: "Done." });
    expect(readAtEveryCut("I look.", options)).toMatchObject({ thinking: "I look.", text: "" });
  });

  it("goes on with what the prompt holds of it", () => {
    const prompt = "<|im_start|>assistant\n<think>\nI";
    expect(readAtEveryCut(" look.</think>Done.", { prompt })).toMatchObject({ thinking: "I look.", text: "Done." });
  });

  it("may be closed there, and the answer begun", () => {
    const prompt = "<|im_start|>assistant\n<think>\n\n</think>\n\nAll ";
    expect(readAtEveryCut("done.", { prompt })).toMatchObject({ thinking: "", text: "All done." });
  });
});

describe("a closing mark that nothing opened", () => {
  /** Like `readAtEveryCut`; what was shown may be taken back here. */
  function read(reply: string, options: Parameters<typeof parseReply>[1] = {}) {
    const { shown: _, ...whole } = parseReply(reply, options);
    for (let at = 0; at <= reply.length; at += 1) {
      const { shown: __, ...parsed } = parseReply([reply.slice(0, at), reply.slice(at)], options);
      expect(parsed).toEqual(whole);
    }
    return whole;
  }

  it("makes all that came before it thinking", () => {
    expect(read("I look\n\nat `a`.\n</think>\n\nDone.")).toMatchObject({
      thinking: "I look\n\nat `a`.",
      text: "Done.",
    });
    expect(read("I look.</think>Done.")).toMatchObject({ thinking: "I look.", text: "Done." });
    expect(read("I look.[/THINK]\nDone.")).toMatchObject({ thinking: "I look.", text: "Done." });
    expect(read("</mm:think>Done.")).toMatchObject({ thinking: "", text: "Done." });
  });

  it("makes calls before it drafts, and runs those behind it", () => {
    const draft = '<tool_call>{"name": "bash", "arguments": {"command": "rm a"}}</tool_call>';
    expect(read(`I could\n${draft}\nbut no.\n</think>\n${call}`)).toMatchObject({
      thinking: `I could\n${draft}\nbut no.`,
      text: "",
      calls: runs,
    });
    expect(read(`I could\n${draft}\n</think>\nI did not.`)).toMatchObject({ calls: [], text: "I did not." });
  });

  it("makes a conversation before it a thought", () => {
    expect(read(`I imagine:\nUser: go on\n</think>\n${call}`).calls).toMatchObject(runs);
  });

  it("makes a file before it a draft", () => {
    const fileBlocks = { shown: ["a.js"] };
    const reply = "FILE: a.js\n```js\ndraft();\n```\nBetter:\n</think>\nFILE: a.js\n```js\nbetter();\n```";
    expect(read(reply, { fileBlocks }).calls).toMatchObject([{ name: "write", arguments: { content: "better();\n" } }]);
  });

  it("is left out where the reply has thought already", () => {
    expect(read("<think>I look.</think>\nDone.\n</think>\nAll of it.")).toMatchObject({
      thinking: "I look.",
      text: "Done.\n\nAll of it.",
    });
  });
});

describe("what is no thinking", () => {
  it.each([
    ["the tag in a code span", "Reasoning models write `<think>` and `</think>` around it."],
    ["the tags in a sentence", "They write <think> first and </think> last."],
    ["the tags in brackets", "It closes its thought (</think>) and answers."],
    ["the tag in quotation marks", 'It writes "<think>" first.'],
    ["the tags in a block", "Like this:\n\n```\n<think>\nhm\n</think>\nyes\n```"],
    ["the tags in an XML block", "```xml\n<think>hm</think>\n```\nSo."],
    ["the tags in an example", "Like this:\n\n    <think>\n    hm\n    </think>"],
    ["the tags in a quotation", "> <think>\n> hm\n> </think>\n\nSo it said."],
    ["a word that begins like harmony's", "analysis of the code shows nothing."],
    ["the marks of Mistral in a list", "Marks are `[THINK]`, `[/THINK]` and [INST]."],
    ["an element of another name", "<thinker>x</thinker>"],
  ])("%s", (_, reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ thinking: "", text: reply, calls: [] });
  });

  it("a tag in a call's string", () => {
    const content = "<think>\nx\n</think>\n";
    const json = JSON.stringify({ name: "write", arguments: { path: "a.md", content } });
    const reply = `<think>I write.</think><tool_call>${json}</tool_call>`;
    expect(readAtEveryCut(reply)).toMatchObject({ thinking: "I write.", calls: [{ arguments: { content } }] });
  });

  it("a tag in a file's content", () => {
    const reply = "FILE: a.md\n```md\n<think>\nx\n</think>\n```";
    const read = readAtEveryCut(reply, { fileBlocks: { shown: ["a.md"] } });
    expect(read).toMatchObject({ thinking: "", calls: [{ arguments: { content: "<think>\nx\n</think>\n" } }] });
  });
});

describe("a call within thinking", () => {
  it("ends a thought that is never closed, where it would be one outside of thinking", () => {
    expect(readAtEveryCut(`<think>\nI look.${call}`)).toMatchObject({ thinking: "I look.", text: "", calls: runs });
    expect(readAtEveryCut(`<think>\nI look.\n${call}`)).toMatchObject({ thinking: "I look.", text: "", calls: runs });
    expect(readAtEveryCut(`<think>\nI look.\n\`\`\`json\n${ls}\n\`\`\`\n`)).toMatchObject({
      thinking: "I look.",
      calls: runs,
    });
    expect(readAtEveryCut(`<think>${call}`)).toMatchObject({ thinking: "", calls: runs });
    expect(readAtEveryCut(`<think>\nI look.\n${ls}`)).toMatchObject({ thinking: `I look.\n${ls}`, calls: runs });
  });

  it("is followed by text and more calls, as outside of thinking", () => {
    const { thinking, text, calls } = readAtEveryCut(`<think>\nI look.\n${call}\nAnd again:\n${call}\n`);
    expect({ thinking, text }).toEqual({ thinking: "I look.", text: "And again:" });
    expect(calls).toMatchObject([...runs, ...runs]);
  });

  it("is a draft where the thought is closed and something follows", () => {
    const thinking = `I could\n${call}\nbut no.`;
    expect(readAtEveryCut(`<think>\n${thinking}\n</think>\nI did not.`)).toMatchObject({
      thinking,
      text: "I did not.",
      calls: [],
    });
    const other = '<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>';
    expect(readAtEveryCut(`<think>${thinking}</think>${other}`)).toMatchObject({ calls: [{ name: "read" }] });
  });

  it("is meant where the thought is closed and nothing follows", () => {
    expect(readAtEveryCut(`<think>\nI look.\n${call}\n</think>\n`)).toMatchObject({
      thinking: `I look.\n${call}`,
      text: "",
      calls: runs,
    });
  });

  it("is none where it is spoken of, quoted or part of a draft that stays one", () => {
    for (const thought of [
      `I could write ${call} here`,
      `The form is \`${call}\`.`,
      `> ${call}`,
      `Like this:\n\n    ${call}`,
      `\`\`\`xml\n${call}\n\`\`\``,
    ]) {
      expect(readAtEveryCut(`<think>\n${thought}`).calls).toEqual([]);
      expect(readAtEveryCut(`<think>\n${thought}\n</think>`).calls).toEqual([]);
    }
  });

  it("does not run when the limit came while the thought went on", () => {
    for (const reply of [
      `<think>\n${call}\nNo, better`,
      `<think>\n${call}\n${call}\nHm. I`,
      `<think>\n${call}</think>`,
    ]) {
      expect(readAtEveryCut(reply, { finish: "length" }).calls).toEqual([]);
    }
    const last = readAtEveryCut(`<think>\n${call}\nNo, better\n${call}\n${call}\n`, { finish: "length" });
    expect(last).toMatchObject({ thinking: `${call}\nNo, better`, calls: [...runs, ...runs] });
  });

  it("that is cut off says so", () => {
    const reply = '<think>\nI write.\n<tool_call>{"name": "write", "arguments": {"content": "half';
    expect(readAtEveryCut(reply, { finish: "length" }).calls).toMatchObject([
      { problem: expect.stringMatching(/cut off/) },
    ]);
  });

  it("writes no file: a block in a thought is a draft", () => {
    const block = "FILE: a.js\n```js\ndraft();\n```\n";
    const options = { fileBlocks: { shown: ["a.js"], only: "a.js" } };
    for (const reply of [`<think>\n${block}`, `<think>\n${block}</think>`]) {
      expect(readAtEveryCut(reply, options).calls).toEqual([]);
    }
  });

  it("is read also where the server sent the thinking apart, and nothing else", () => {
    const read = (text: string, thinking: string, hasCalls = false) => {
      const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
      parser.push(text);
      return parser.end("stop", { thinking, hasCalls }).calls;
    };
    expect(read("", `I look.\n${call}`)).toMatchObject(runs);
    expect(read("\n", `I look.\n${call}`)).toMatchObject(runs);
    expect(read("Done.", `I look.\n${call}`)).toEqual([]);
    expect(read("", `I look.\n${call}`, true)).toEqual([]);
    expect(read("", `I could write ${call} here.`)).toEqual([]);
  });
});

describe("what a template leaves over", () => {
  it.each([
    "Done.<|im_end|>",
    "Done.\n<|im_end|>\n<|endoftext|>",
    "Done.<|eot_id|>",
    "Done.<end_of_turn>",
    "Done.</s>",
    "Done. [/INST]",
    "Done.<｜end▁of▁sentence｜>",
    "<|CHATBOT_TOKEN|>Done.<|END_OF_TURN_TOKEN|>",
    "<|channel|>final<|message|>Done.<|return|>",
    "<|start|>assistant<|channel|>commentary<|message|>Done.<|end|>",
    "<|channel|>final <|constrain|>json<|message|>Done.",
    ">>>all\nDone.",
  ])("is no text: %j", (reply) => {
    expect(readAtEveryCut(reply)).toMatchObject({ text: "Done.", thinking: "", calls: [] });
  });

  it.each([
    "The token is `<|im_end|>`",
    "It ends with <|im_end|> and then goes on.",
    "```\nDone.<|im_end|>\n```",
    "Llama writes <|start|>assistant first.",
    "<response>Done.</response>",
    "to=user is how it begins.",
    "It writes >>>all\nand then the text.",
  ])("is text elsewhere: %j", (reply) => {
    expect(readAtEveryCut(reply).text).toBe(reply);
  });

  it("is dropped behind a call and before one", () => {
    const block = `Action:\n\`\`\`json\n[{"tool_name": "bash", "parameters": {"command": "ls"}}]\n\`\`\``;
    expect(readAtEveryCut(block)).toMatchObject({ text: "", calls: runs });
    expect(readAtEveryCut("Action:\nRun it.").text).toBe("Action:\nRun it.");
    expect(readAtEveryCut(`${call}<|im_end|>`)).toMatchObject({ text: "", calls: runs });
    expect(readAtEveryCut(`I look.<|end|>${call}<|eom_id|>`)).toMatchObject({ text: "I look.", calls: runs });
  });
});

it.each([
  "<think>",
  "</think>",
  "<think></think>",
  "<think>\n<tool_call>\n</think>\n",
  "<tool_call>\n",
  `${call}\n`,
  `${call}\nhm\n`,
  "```json\n",
  "<|im_end|>\n",
  "<|im_end|>x\n",
  "<|channel|>",
  "<|start|>assistant",
  "analysis",
  '"<tool_call>{',
  "a</think>\n",
  "<|channel>thought<channel|>",
  "<|open|>response<|sep|>",
])("takes time in proportion to the reply's length: %j", (part) => {
  const size = 30_000;
  for (const opening of ["", "<think>\n", "<|channel|>analysis<|message|>"]) {
    for (const finish of ["stop", "length"] as const) {
      const reply = opening + part.repeat(Math.ceil(size / part.length));
      const started = performance.now();
      parseReply(reply.match(/.{1,500}/gs) ?? [], { finish });
      // Ten times what the slowest takes on a busy machine; what grows with the square takes longer.
      expect(performance.now() - started, opening).toBeLessThan(4_000);
    }
  }
});

it("reads the same however a reply with thinking is cut", () => {
  const pieces = [
    ..."<think>|</think>|[THINK]|[/THINK]|<|channel|>analysis<|message|>|<|channel|>final<|message|>|<|start|>assistant".split(
      "|<",
    ),
    "<think>",
    "</think>",
    "<|end|>",
    "<|im_end|>",
    "<|channel>thought",
    "<channel|>",
    "analysisI",
    "assistantfinal",
    "to=self<|message|>",
    "Here are my reasoning steps:",
    "[BEGIN FINAL RESPONSE]",
    call,
    "<tool_call>",
    "```json\n",
    `${ls}\n`,
    "```\n",
    "\n",
    "  ",
    "words ",
    "`",
    "FILE: a.js\n",
  ];
  const anyReply = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
  const anyFinish = fc.constantFrom("stop" as const, "length" as const, "cut" as const);
  fc.assert(
    fc.property(anyReply, fc.nat(), anyFinish, fc.boolean(), (reply, place, finish, hasBlocks) => {
      const options = { finish, ...(hasBlocks ? { fileBlocks: { shown: ["a.js"] } } : {}) };
      const { shown: _, ...whole } = parseReply(reply, options);
      const at = place % (reply.length + 1);
      for (const cut of [[reply.slice(0, at), reply.slice(at)], [...reply]]) {
        const { shown: __, ...parsed } = parseReply(cut, options);
        expect(parsed).toEqual(whole);
      }
    }),
    { numRuns: 1_000 },
  );
});
