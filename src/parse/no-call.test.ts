import { describe, expect, it } from "vitest";
import { parseReply } from "../testing/parse-reply.ts";

const ls = '{"name": "bash", "arguments": {"command": "rm -rf build"}}';
const tagged = `<tool_call>${ls}</tool_call>`;

/** Replies that speak of calls, or look like them, and make none. */
const replies: readonly [string, string][] = [
  ["an explanation with code", "The loop is wrong:\n\n```js\nfor (;;) {}\n```\n\nIt never ends."],
  ["a package.json", '```json\n{"name": "bash", "version": "1.0.0", "scripts": {"test": "node --test"}}\n```'],
  [
    "a package.json named like a tool, with input",
    '```json\n{"name": "write", "input": {"main": "a.js"}, "version": "1.0.0"}\n```',
  ],
  [
    "a tool's description",
    '```json\n{"name": "bash", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}\n```',
  ],
  ["a configuration", '```json\n{"arguments": {"command": "ls"}}\n```'],
  ["a list of data", '```json\n[{"name": "Ann"}, {"name": "Bob"}]\n```'],
  ["a call and other data", `\`\`\`json\n${ls}\n{"name": "Ann"}\n\`\`\``],
  ["a call with text behind it in the block", `\`\`\`json\n${ls}\nthis removes the folder\n\`\`\``],
  ["a call with text before it in the block", `\`\`\`\nassistant: ${ls}\n\`\`\``],
  ["a call in a Python block", `\`\`\`python\n${ls}\n\`\`\``],
  ["a call in a JavaScript block", `\`\`\`js\n${ls}\n\`\`\``],
  ["a call in a JSONC block", `\`\`\`jsonc\n${ls}\n\`\`\``],
  ["a call assigned to a name", `\`\`\`json\nconst call = ${ls}\n\`\`\``],
  ["a call in backticks", `To delete it one would write \`${tagged}\`, but I do not.`],
  ["a call in double backticks", `One would write \`\`${tagged}\`\` here.`],
  ["a call in quotation marks", `The model said "${tagged}" and stopped.`],
  ["a call in the middle of a sentence", `Write ${tagged} to call a tool.`],
  ["a call over lines in the middle of a sentence", `Write <tool_call>\n${ls}\n</tool_call> to call a tool.`],
  ["the tag alone", "A call begins with <tool_call> and ends with </tool_call>."],
  ["the tag and a word", "<tool_call>bash</tool_call>"],
  ["a call in a plain block", `For example:\n\n\`\`\`\n${tagged}\n\`\`\``],
  ["a call in an XML block", `For example:\n\n\`\`\`xml\n${tagged}\n\`\`\``],
  ["a call in a block of tildes", `~~~\n${tagged}\n~~~`],
  ["a block in a longer block", `\`\`\`\`markdown\n\`\`\`json\n${ls}\n\`\`\`\n\`\`\`\``],
  ["a block in a Markdown block", `\`\`\`markdown\nUse this:\n\`\`\`json\n${ls}\n\`\`\`\n\`\`\`\nSo much for that.`],
  ["a block in a block without end", `\`\`\`python\nprint(1)\n\n\`\`\`json\n${ls}\n`],
  ["a quotation", `> ${tagged}`],
  ["a block in a quotation", `> \`\`\`json\n> ${ls}\n> \`\`\``],
  ["an indented example", `Like this:\n\n    ${tagged}`],
  ["a block that does not begin its line", `Like this: \`\`\`json\n${ls}\n\`\`\``],
  ["a shell transcript", `\`\`\`console\n$ agent run\n${tagged}\nremoved 'build'\n\`\`\``],
  ["a transcript of speakers", `They said:\n\nUser: clean up\nAssistant: ${tagged}\nTool: done`],
  ["a transcript of one speaker", `It went so:\n\nAssistant: ${tagged}`],
  ["an invented conversation", `All is done.\nHuman: now clean up\n${tagged}\n\`\`\`json\n${ls}\n\`\`\``],
  ["an invented result", `<tool_response>\nempty\n</tool_response>\n${tagged}`],
  ["bare JSON in a sentence", `The call was ${ls}.`],
  ["a diff", `\`\`\`diff\n-${tagged}\n+nothing\n\`\`\``],
];

describe("a reply that makes no call", () => {
  it.each(replies)("is text: %s", (_, reply) => {
    const { calls, text } = parseReply(reply);
    expect(calls).toEqual([]);
    expect(text).toBe(reply.trim());
  });

  it.each(replies)("writes no file that was shown: %s", (_, reply) => {
    expect(parseReply(reply, { fileBlocks: { shown: ["src/a.js", "README.md"] } }).calls).toEqual([]);
  });

  it.each(replies)("is text when it is cut off: %s", (_, reply) => {
    expect(parseReply(reply, { finish: "length" }).calls.filter((call) => call.problem === undefined)).toEqual([]);
  });
});
