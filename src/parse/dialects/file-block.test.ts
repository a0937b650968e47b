import { describe, expect, it } from "vitest";
import { parseReply } from "../../testing/parse-reply.ts";
import type { Finish } from "../feed.ts";

const code = "export const a = 1;\nexport const b = 2;";
const shown = ["src/a.js", "src/b.js", "lib/util.py", "README.md", "run.sh", "package.json", "data.csv"];

function block(content: string, info = "js", marks = "```"): string {
  return `${marks}${info}\n${content}\n${marks}`;
}

/** Every reply is read in one piece and character by character. */
function parse(reply: string, options: { only?: string; shown?: string[]; finish?: Finish } = {}) {
  const fileBlocks = { shown: options.shown ?? shown, ...(options.only ? { only: options.only } : {}) };
  const all = { fileBlocks, finish: options.finish ?? "stop" };
  const whole = parseReply(reply, all);
  expect({ ...parseReply([...reply], all), shown: "" }).toEqual({ ...whole, shown: "" });
  return whole;
}

/** Path and content of each write that can run. */
function written(reply: string, options: Parameters<typeof parse>[1] = {}) {
  const { calls } = parse(reply, options);
  return calls
    .filter((call) => call.problem === undefined)
    .map((call) => [call.arguments["path"], call.arguments["content"]]);
}

describe("fileBlock with a path", () => {
  it("is a write of that file, taken out of the text with its label", () => {
    expect(parse(`The sum was wrong.\n\nFILE: src/a.js\n${block(code)}\n\nNow it is right.`)).toEqual({
      text: "The sum was wrong.\n\nNow it is right.",
      shown: "The sum was wrong.",
      thinking: "",
      calls: [{ id: "1", name: "write", arguments: { path: "src/a.js", content: `${code}\n` }, form: "file-block" }],
      notices: [],
    });
  });

  it.each([
    ["FILE: src/a.js\n", "js", ""],
    ["File: `src/a.js`\n", "js", ""],
    ["src/a.js\n", "js", ""],
    ["src/a.js:\n\n", "js", ""],
    ["**src/a.js**\n", "javascript", ""],
    ["### src/a.js\n", "", ""],
    ["### `src/a.js`\n", "", ""],
    ["`src/a.js`:\n", "js", ""],
    ["**File: src/a.js**\n\n", "js", ""],
    ["1. src/a.js\n", "js", ""],
    ["a.js\n", "js", ""],
    ["./src/a.js\n", "js", ""],
    ["/home/me/project/src/a.js\n", "js", ""],
    ["project/src/a.js\n", "js", ""],
    ["", "js src/a.js", ""],
    ["", 'js title="src/a.js"', ""],
    ["", "js:src/a.js", ""],
    ["", "src/a.js", ""],
    ["", "js {filename=src/a.js}", ""],
    ["", "js", "FILE: src/a.js\n"],
    ["", "js", "// src/a.js\n"],
    ["", "js", "// FILE: src/a.js\n"],
    ["", "js", "# src/a.js\n"],
    ["", "js", "<!-- src/a.js -->\n"],
    ["", "js", "/* src/a.js */\n"],
    ["src/a.js\n", "js", "// src/a.js\n"],
  ])("knows the path in %j, info string %j, first line %j", (before, info, first) => {
    expect(written(`${before}${block(first + code, info)}`)).toEqual([["src/a.js", `${code}\n`]]);
  });

  it("writes several files", () => {
    const reply = `src/a.js\n${block("1")}\nsrc/b.js\n${block("2")}`;
    expect(written(reply)).toEqual([
      ["src/a.js", "1\n"],
      ["src/b.js", "2\n"],
    ]);
  });

  it("takes the longest of several blocks for one file", () => {
    const { calls, text, notices } = parse(
      `src/a.js\n${block(code)}\nThe change is here:\n\nsrc/a.js\n${block("b = 2")}`,
    );
    expect(calls.map((call) => call.arguments["content"])).toEqual([`${code}\n`]);
    expect(text).toBe("The change is here:\n\nsrc/a.js\n```js\nb = 2\n```");
    expect(notices).toEqual(["Of 2 blocks for src/a.js the longest was taken."]);
  });

  it.each([
    ["a file that was not shown", `src/new.js\n${block(code)}`],
    ["a base name that two files have", `a.js\n${block(code)}`],
    ["an excerpt that names no file", block(code)],
    ["commands under a file's name", `src/a.js\n${block("node src/a.js", "bash")}`],
    ["a diff under a file's name", `src/a.js\n${block("-1\n+2", "diff")}`],
    ["output under a file's name", `src/a.js\n${block("ok", "text")}`],
    ["data under a file's name", `src/a.js\n${block("{}", "json")}`],
    ["an empty block", `src/a.js\n${block("")}`],
    ["a path in a sentence", `I looked at src/a.js and saw\n${block(code)}`],
  ])("is not %s", (_, reply) => {
    const { calls, text } = parse(reply, { shown: ["src/a.js", "test/a.js", "src/b.js"] });
    expect([calls, text]).toEqual([[], reply]);
  });

  it("lets a language stand that is the file's own", () => {
    expect(written(`run.sh\n${block("echo hi", "bash")}`)).toEqual([["run.sh", "echo hi\n"]]);
    expect(written(`package.json\n${block('{"name": "x"}', "json")}`)).toEqual([["package.json", '{"name": "x"}\n']]);
  });

  it("takes a call's JSON under a file's name for the file", () => {
    const json = '{"name": "bash", "arguments": {"command": "ls"}}';
    expect(written(`package.json\n${block(json, "json")}`)).toEqual([["package.json", `${json}\n`]]);
  });

  it("is not another folder's file of the same name", () => {
    for (const only of [undefined, "src/a.js"]) {
      const { calls, notices } = parse(`lib/a.js\n${block(code)}`, { shown: ["src/a.js"], ...(only ? { only } : {}) });
      expect(calls).toEqual([]);
      expect(notices).toEqual([expect.stringContaining("lib/a.js was not written")]);
    }
    expect(written(`lib/a.js\n${block(code)}`, { shown: ["src/a.js"], only: "lib/a.js" })).toEqual([
      ["lib/a.js", `${code}\n`],
    ]);
  });

  it("tells the model that a named file was not shown", () => {
    expect(parse(`src/new.js\n${block(code)}`).notices).toEqual([
      expect.stringContaining("src/new.js was not written"),
    ]);
  });
});

describe("fileBlock without a path", () => {
  it("is the one file that was asked for", () => {
    expect(written(`Here it is:\n\n${block(code)}\n`, { only: "src/a.js" })).toEqual([["src/a.js", `${code}\n`]]);
  });

  it("is the longest of several, others and commands stay text", () => {
    const reply = `Run\n${block("npm test\nnpm run build\nnpm run lint && npm run everything", "sh")}\nuse\n${block("a()")}\nfull:\n${block(code)}`;
    const { calls, text } = parse(reply, { only: "src/a.js" });
    expect(calls.map((call) => call.arguments["content"])).toEqual([`${code}\n`]);
    expect(text).toContain("a()");
    expect(text).not.toContain("export");
  });

  it("gives way to one that names the file", () => {
    const reply = `Before:\n${block(`${code}\n// and much more of it`)}\n\nsrc/a.js\n${block(code)}`;
    expect(written(reply, { only: "src/a.js" })).toEqual([["src/a.js", `${code}\n`]]);
  });

  it("is not written where another file is named", () => {
    const { calls, notices } = parse(`test/a.test.js\n${block(code)}`, { only: "src/a.js" });
    expect(calls).toEqual([]);
    expect(notices).toHaveLength(1);
  });

  it("is not written in another language", () => {
    expect(written(block("print(1)", "python"), { only: "src/a.js" })).toEqual([]);
  });
});

describe("fileBlock's end", () => {
  it("is accepted at the end of the reply", () => {
    expect(written(`src/a.js\n\`\`\`js\n${code}`)).toEqual([["src/a.js", `${code}\n`]]);
    expect(written(`src/a.js\n\`\`\`js\n${code}\`\`\``)).toEqual([["src/a.js", `${code}\n`]]);
  });

  it.each(["length", "cut"] as const)("is not accepted when the reply was ended by %s", (finish) => {
    const { calls } = parse(`src/a.js\n\`\`\`js\n${code}`, { finish });
    expect(calls).toMatchObject([{ name: "write", form: "file-block", problem: expect.stringContaining("cut off") }]);
    const complete = parse(`src/a.js\n${block(code)}\nThis is`, { finish });
    expect(complete.calls).toMatchObject([{ name: "write" }]);
    expect(complete.calls[0]).not.toHaveProperty("problem");
  });

  it("writes none of a file's blocks if one of them was cut off", () => {
    const reply = `src/a.js\n${block("a long excerpt of the old content of the file")}\n\nsrc/a.js\n\`\`\`js\nexport`;
    expect(written(reply, { finish: "length" })).toEqual([]);
  });

  it("lies behind inner blocks of a Markdown file", () => {
    const content = "# Title\n\n```bash\nnpm install\n```\n\n```js\nrun();\n```\n\nEnd.";
    expect(written(`README.md\n${block(content, "markdown")}\nDone.`)).toEqual([["README.md", `${content}\n`]]);
    expect(written(block(content, "markdown", "````"), { only: "README.md" })).toEqual([["README.md", `${content}\n`]]);
    expect(written(block("# README.md\n\ntext", "md"), { only: "README.md" })).toEqual([
      ["README.md", "# README.md\n\ntext\n"],
    ]);
  });

  it("is no fence with a language behind a blank", () => {
    const content = "# Title\n\n``` js\nrun();\n```\nEnd.";
    expect(written(`README.md\n${block(content, "md")}`)).toEqual([["README.md", `${content}\n`]]);
  });

  it("is the last bare fence where inner blocks do not pair up", () => {
    expect(written("README.md\n```markdown\n# A\n```js\nx\n```\n")).toEqual([["README.md", "# A\n```js\nx\n"]]);
  });

  it("lies behind a block inside the block, when the label stands between them", () => {
    const { calls, text } = parse(`\`\`\`\nFILE: src/a.js\n${block(code)}\n\`\`\`\nDone.`);
    expect(calls.map((call) => call.arguments["content"])).toEqual([`${code}\n`]);
    expect(text).toBe("Done.");
  });

  it("is a fence at least as long, at the line's start", () => {
    const content = 'const fence = "```";\nconst a = `\n    ```\n`;';
    expect(written(`src/a.js\n${block(content)}`)).toEqual([["src/a.js", `${content}\n`]]);
    expect(written(`src/a.js\n${block("/*\n```\n*/", "js", "````")}`)).toEqual([["src/a.js", "/*\n```\n*/\n"]]);
  });
});

describe("fileBlock's content", () => {
  it("ends with exactly one line end", () => {
    expect(written(`src/a.js\n${block("a\n\n\n")}`)).toEqual([["src/a.js", "a\n"]]);
  });

  it("loses the fence's own indentation and no more", () => {
    expect(written("src/a.js\n  ```js\n  if (a)\n    b();\n  ```")).toEqual([["src/a.js", "if (a)\n  b();\n"]]);
  });

  it.each([
    ["a tab", "1\tif (a)\n2\t  b();\n3\t\n4\tc();"],
    ["a bar", "1|if (a)\n2|  b();\n3|\n4|c();"],
    ["right-aligned", "   1\tif (a)\n   2\t  b();\n   3\t\n   4\tc();"],
  ])("loses pasted line numbers with %s", (_, content) => {
    expect(written(`src/a.js\n${block(content)}`)).toEqual([["src/a.js", "if (a)\n  b();\n\nc();\n"]]);
  });

  it("keeps numbers that are the file's own", () => {
    expect(written(`src/a.js\n${block("1\ta\n3\tb")}`)).toEqual([["src/a.js", "1\ta\n3\tb\n"]]);
    expect(written(`data.csv\n${block("1|a\n2|b", "csv")}`)).toEqual([["data.csv", "1|a\n2|b\n"]]);
  });
});

describe("fileBlock among calls", () => {
  const call = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';

  it.each([
    ["before", `${call}\n\nsrc/a.js\n${block(code)}`],
    ["behind", `src/a.js\n${block(code)}\n\n${call}`],
  ])("is text when a call stands %s it", (_, reply) => {
    const { calls, text, notices } = parse(reply);
    expect(calls.map((made) => made.name)).toEqual(["bash"]);
    expect(text).toBe(`src/a.js\n${block(code)}`);
    expect(notices).toEqual(["The block for src/a.js was not written, because the reply also holds a call."]);
  });

  it("is text where nobody asked for file blocks", () => {
    const reply = `src/a.js\n${block(code)}`;
    expect(parseReply(reply)).toMatchObject({ calls: [], text: reply, shown: `src/a.js\n\`\`\`js\n${code}` });
  });
});
