import { describe, expect, it } from "vitest";
import { parseReply } from "../testing/parse-reply.ts";

const ls = '{"name": "bash", "arguments": {"command": "rm -rf build"}}';
const tagged = `<tool_call>${ls}</tool_call>`;
const argument = '{"command": "rm -rf build"}';

/** The same call as many families write it. */
const forms: readonly [family: string, call: string][] = [
  ["Hermes and Qwen", `<tool_call>\n${ls}\n</tool_call>`],
  [
    "Qwen3-Coder",
    "<tool_call>\n<function=bash>\n<parameter=command>\nrm -rf build\n</parameter>\n</function>\n</tool_call>",
  ],
  ["Qwen3-Coder without its frame", "<function=bash>\n<parameter=command>\nrm -rf build\n</parameter>\n</function>"],
  ["Llama 3 and Functionary 3.1", `<function=bash>${argument}</function>`],
  ["Llama 3 with its token", `<|python_tag|>${ls.replace("arguments", "parameters")}`],
  ["Llama 3.2", '[bash(command="rm -rf build")]'],
  ["Mistral's list", `[TOOL_CALLS][${ls}]`],
  ["Mistral's newer form", `[TOOL_CALLS]bash[ARGS]${argument}`],
  [
    "DeepSeek V3",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n\`\`\`json\n${argument}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  [
    "DeepSeek V3.1",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>${argument}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  [
    "DeepSeek V3.2",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">rm -rf build</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  ],
  ["GLM", "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>rm -rf build</arg_value>\n</tool_call>"],
  ["Gemma 4", '<|tool_call>call:bash{command:<|"|>rm -rf build<|"|>}<tool_call|>'],
  ["gpt-oss", `<|channel|>commentary to=functions.bash <|constrain|>json<|message|>${argument}<|call|>`],
  ["LFM2", '<|tool_call_start|>[bash(command="rm -rf build")]<|tool_call_end|>'],
  [
    "Kimi K2",
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>${argument}<|tool_call_end|><|tool_calls_section_end|>`,
  ],
  [
    "MiniMax M2",
    '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">rm -rf build</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  ["Nemotron", `<TOOLCALL>[${ls}]</TOOLCALL>`],
  [
    "Seed-OSS",
    "<seed:tool_call>\n<function=bash>\n<parameter=command>rm -rf build</parameter>\n</function>\n</seed:tool_call>",
  ],
  ["Cohere", `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "bash", "parameters": ${argument}}]<|END_ACTION|>`],
  ["MiniCPM", '<function name="bash"><param name="command">rm -rf build</param></function>'],
  ["Apriel", `<tool_calls>[${ls}]</tool_calls>`],
  ["LM Studio", `[TOOL_REQUEST]${ls}[END_TOOL_REQUEST]`],
  ["a fenced block", `\`\`\`json\n${ls}\n\`\`\``],
  ["bare JSON", ls],
];

/** Ways to show a call without making it. */
const quotings: readonly [how: string, quote: (call: string) => string][] = [
  ["in a block of four marks", (call) => `It looks like this:\n\n\`\`\`\`text\n${call}\n\`\`\`\`\n\nThat is all.`],
  ["in a block of tildes", (call) => `It looks like this:\n\n~~~xml\n${call}\n~~~\n\nThat is all.`],
  ["in a quotation", (call) => `The log said:\n\n> ${call.replaceAll("\n", "\n> ")}\n\nThat is all.`],
  ["as an example", (call) => `It looks like this:\n\n    ${call.replaceAll("\n", "\n    ")}\n\nThat is all.`],
  ["in a sentence", (call) => `The model wrote ${call} and then it stopped.`],
  ["in quotation marks", (call) => `The model wrote "${call}" and then it stopped.`],
  ["behind a speaker", (call) => `The session went so:\n\nUser: clean up\nAssistant: ${call}\nUser: thanks`],
  ["behind a speaker on the next line", (call) => `So it went:\n\nHuman: clean up\n\n${call}\n\nThat is all.`],
];

const spans = forms.filter(([, call]) => !call.includes("\n") && !call.includes("`"));

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
  [
    "an excerpt of a file that was shown",
    "In `src/a.js` the sum starts too high:\n\n```js\nlet sum = 1;\nfor (const n of list) sum += n;\n```\n\nIt should start at 0.",
  ],
  [
    "two excerpts of files that were shown",
    "`src/a.js` calls\n\n```js\nrun(1);\n```\n\nand README.md says\n\n```md\n# run\n```\n\nSo they agree.",
  ],
  [
    "an excerpt with line numbers",
    "Lines 3 to 4 of src/a.js are the fault:\n\n```\n3\tlet sum = 1;\n4\treturn sum;\n```\n",
  ],
  [
    "a proposal in another language",
    "In Python one would write:\n\n```python\ndef a():\n    return 1\n```\n\nBut here it is JavaScript.",
  ],
  ["commands to type", "Run it yourself:\n\n```bash\nnpm test\nrm -rf build\n```\n\nThen tell me what it says."],
  ["a shell session", "```sh-session\n$ ls\na.js\n$ cat a.js\nlet a = 1;\n```\nThere is only one file."],
  ["a shell session that calls tools", '```console\n$ bash(command="rm -rf build")\n-bash: syntax error\n```'],
  ["tool output", "The test says:\n\n```\n✖ total\n  expected 3, got 4\n```\n\nSo it is off by one."],
  ["a log of calls", `\`\`\`log\n12:01 call ${tagged}\n12:02 result ok\n\`\`\`\n\nThe second line is the answer.`],
  ["a log of calls as JSON lines", `\`\`\`jsonl\n{"at": 1, "call": ${ls}}\n{"at": 2, "result": "ok"}\n\`\`\``],
  [
    "the documentation of a format",
    'A call is an object with two keys:\n\n| key | value |\n| --- | --- |\n| `name` | the tool, such as `bash` |\n| `arguments` | an object, such as `{"command": "ls"}` |\n\nIt stands between `<tool_call>` and `</tool_call>`.',
  ],
  [
    "the grammar of a format",
    '```ebnf\ncall = "<tool_call>" object "</tool_call>" ;\nobject = "{" "\\"name\\"" ":" string "}" ;\n```',
  ],
  [
    "the documentation of another format",
    "Mistral writes `[TOOL_CALLS]` and a list, Llama `<|python_tag|>` and an object, gpt-oss `<|channel|>commentary to=functions.NAME<|message|>` and the arguments.",
  ],
  [
    "a chat template",
    '```jinja\n{%- for call in message.tool_calls %}\n<tool_call>\n{"name": "{{ call.name }}", "arguments": {{ call.arguments }}}\n</tool_call>\n{%- endfor %}\n```',
  ],
  [
    "a test file that holds markup",
    `The test feeds the parser a call:\n\n\`\`\`js\nassert.deepEqual(parse('${tagged}'), [{ name: 'bash' }]);\n\`\`\`\n\nIt passes.`,
  ],
  [
    "an excerpt of a Markdown file that holds a block",
    `The README shows a call:\n\n\`\`\`\`md\n## Calls\n\n\`\`\`json\n${ls}\n\`\`\`\n\nThat removes the folder.\n\`\`\`\``,
  ],
  [
    "an excerpt of a fixture",
    `The fixture's third line is\n\n\`\`\`text\ndata: {"choices":[{"delta":{"content":"${tagged.replaceAll('"', '\\"')}"}}]}\n\`\`\`\n\nand the parser must read it.`,
  ],
  [
    "an HTTP request",
    '```http\nPOST /v1/chat/completions\n\n{"tools": [{"type": "function", "function": {"name": "bash", "parameters": {"type": "object"}}}]}\n```',
  ],
  [
    "a recorded answer of a server",
    '```json\n{"choices": [{"message": {"tool_calls": [{"type": "function", "function": {"name": "bash", "arguments": "{\\"command\\": \\"rm -rf build\\"}"}}]}}]}\n```',
  ],
  [
    "a list of tools",
    "I have these tools:\n\n- `bash(command)`: runs a command\n- `read(path)`: reads a file\n- `write(path, content)`\n",
  ],
  ["a list of tools as data", '```json\n{"tools": ["bash", "read", "write"], "arguments": {"command": "ls"}}\n```'],
  [
    "an editor's tasks",
    '```json\n{"version": "2.0.0", "tasks": [{"label": "bash", "command": "npm", "args": ["test"]}]}\n```',
  ],
  ["an editor's keys", '```json\n[{"key": "ctrl+b", "command": "bash", "args": {"text": "rm -rf build\\n"}}]\n```'],
  ["a launch configuration", '```json\n{"type": "node", "name": "list", "program": "a.js", "args": ["--all"]}\n```'],
  ["a server's configuration", '```json\n{"mcpServers": {"bash": {"command": "rm", "args": ["-rf", "build"]}}}\n```'],
  ["a workflow", "```yaml\n- name: bash\n  arguments:\n    command: rm -rf build\n```"],
  [
    "a table of data",
    '```json\n[{"name": "list", "type": "table", "index": 1}, {"name": "grep", "type": "view"}]\n```',
  ],
  ["an answer as JSON", '{"answer": 42, "name": "Ann", "arguments": "none"}'],
  ["an object that names a tool and is none", '{"name": "bash", "version": "5.2", "license": "GPL"}'],
  ["a list as JSON", '[{"name": "Ann"}, {"name": "Bob"}]'],
  ["a Python list", "[1, 2, 3]"],
  ["a list of links", "[one](a.md)\n[two](b.md)"],
  ["a function call in prose", 'Call `bash(command="ls")` to list the files.\nbash(command="ls") is Python\'s way.'],
  ["HTML", "<function>bash</function>\n<invoke>\n<p>text</p>"],
  ["generics", "Use `Map<tool_call, string>` or Array<function=bash>."],
  ["a thought about a call", `<think>\nOne could write ${tagged} here.\n</think>\nI will not remove the folder.`],
];

describe("a reply that makes no call", () => {
  it.each(replies)("is text: %s", (_, reply) => {
    const { calls, text, thinking } = parseReply(reply);
    expect(calls).toEqual([]);
    if (thinking === "") expect(text).toBe(reply.trim());
  });

  it.each(replies)("writes no file that was shown: %s", (_, reply) => {
    expect(parseReply(reply, { fileBlocks: { shown: ["src/a.js", "README.md"] } }).calls).toEqual([]);
  });

  it.each(replies)("is text when it is cut off: %s", (_, reply) => {
    expect(parseReply(reply, { finish: "length" }).calls.filter((call) => call.problem === undefined)).toEqual([]);
  });
});

describe.each(forms)("a call in the form of %s", (_, call) => {
  it("is one by itself", () => {
    expect(parseReply(call).calls).toMatchObject([{ name: "bash", arguments: { command: "rm -rf build" } }]);
    expect(parseReply(call).calls[0]?.problem).toBeUndefined();
  });

  it.each(quotings)("is none %s", (_, quote) => {
    const reply = quote(call);
    const options = { fileBlocks: { shown: ["src/a.js", "README.md"] } };
    for (const read of [parseReply(reply), parseReply(reply, options), parseReply([...reply])]) {
      expect(read.calls).toEqual([]);
      expect(read.text).toBe(reply);
    }
  });
});

it.each(spans)("a call in a code span is none: %s", (_, call) => {
  const reply = `It writes \`${call}\` for that.\n\n- \`${call}\``;
  expect(parseReply(reply)).toMatchObject({ calls: [], text: reply });
});
