import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLE_TOOLS, parseReply } from "../testing/parse-reply.ts";
import { createReplyParser } from "./create-reply-parser.ts";

const ls = '{"name": "bash", "arguments": {"command": "ls"}}';
const fileBlocks = { shown: ["src/a.js", "README.md"], only: "src/a.js" };

/** Pieces that replies are made of, whole and broken. */
const pieces = [
  "Some text about `code` and more.",
  "\n",
  "\n\n",
  " ",
  "`",
  "```",
  "```json\n",
  "```js\n",
  "``` js\n",
  "```markdown\n",
  "\n```\n",
  "~~~\n",
  `<tool_call>\n${ls}\n</tool_call>`,
  "<tool_call>",
  "</tool_call>",
  "<tool_response>",
  ls,
  '{"name": "write", "arguments": {"path": "a", "content": "x\n```\ny',
  '{"name": "package", "version": "1.0.0"}',
  '"}}',
  "FILE: src/a.js\n",
  "File name: ",
  "file path: src/a.js\n",
  "文件",
  "README.md\n",
  "**src/b.js**\n\n",
  "// src/a.js\n",
  "const a = 1;\n",
  "1\tone\n2\ttwo\n",
  "> ",
  "User: ",
  "é👍\u2028",
];
const anyReply = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(""));

/** The text cut at the given places, taken modulo its length. */
function cutAt(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...sorted, text.length].map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
}

describe("createReplyParser", () => {
  it("reads the same however the reply is cut, and shows nothing that it would have to take back", () => {
    fc.assert(
      fc.property(
        anyReply,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.constantFrom("stop" as const, "length" as const, "cut" as const),
        fc.boolean(),
        (reply, places, finish, hasBlocks) => {
          const options = { finish, ...(hasBlocks ? { fileBlocks } : {}) };
          const { shown: _, ...whole } = parseReply(reply, options);
          for (const cut of [cutAt(reply, places), [...reply]]) {
            const { shown, ...parsed } = parseReply(cut, options);
            expect(parsed).toEqual(whole);
            expect(parsed.text.startsWith(shown)).toBe(true);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (reply) => {
        expect(parseReply([...reply], { fileBlocks }).calls).toEqual([]);
      }),
    );
  });

  it("shows prose at once, and holds back from the first sign of a call", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
    const shown = [..."Oh you. <tool_call>\n", ls, "\n</tool_call>\nBye"].map((piece) => parser.push(piece));
    expect(shown.filter((text) => text !== "")).toEqual(["O", "h", " y", "o", "u", ".", "\n\nBye"]);
    expect(parser.end("stop").calls).toHaveLength(1);
  });

  it("shows prose at once also where a line may name a file: from its second word on", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS, fileBlocks });
    const pieces = ["The", " fix", " is", " easy", ".\n", "It", " is", " here", ": src/", "a.js", "\n"];
    expect(pieces.map((piece) => parser.push(piece))).toEqual([
      "",
      "The fix",
      " is",
      " easy",
      ".",
      "",
      "\nIt is",
      " here",
      ": src/",
      "a.js",
      "",
    ]);
  });

  it("holds back no word that no path has", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS, fileBlocks });
    expect(["Done!", "\n", "修", "复了", "。\n", "- ", "src/", "a.js", "?"].map((piece) => parser.push(piece))).toEqual(
      ["Done!", "", "\n修", "复了", "。", "", "", "", "\n- src/a.js?"],
    );
  });

  it.each(["FILE: src/a.js", "File name: src/a.js", "**file path** : `src/a.js`", "Path:  src/a.js"])(
    "knows the label %j however it is cut",
    (label) => {
      const reply = `${label}\n\`\`\`js\na();\n\`\`\``;
      const whole = parseReply(reply, { fileBlocks });
      expect(whole.calls).toMatchObject([{ name: "write", arguments: { path: "src/a.js", content: "a();\n" } }]);
      expect(parseReply([...reply], { fileBlocks })).toEqual(whole);
    },
  );

  it("shows what looked like a sign as soon as it is none", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
    expect(["a <", "tool", "box>.", " `<tool_call>`!"].map((piece) => parser.push(piece))).toEqual([
      "a",
      "",
      " <toolbox>.",
      " `<tool_call>`!",
    ]);
  });

  it("streams blocks of other languages, and JSON as soon as it is no call", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
    expect(
      ["```js\nlet", " a;", "\n```\n", '```json\n{"na', 'me": "x"}\n', "```\nEnd"].map((piece) => parser.push(piece)),
    ).toEqual(["```js\nlet", " a;", "\n```", "", "", '\n```json\n{"name": "x"}\n```\nEnd']);
  });

  it("shows nothing of a file block, nor of what follows it, before the end has decided", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS, fileBlocks });
    const shown = ["So:\n\nsrc/", "a.js\n", "```js\n", "a();\n```\n", "Done."].map((piece) => parser.push(piece));
    expect(shown).toEqual(["So:", "", "", "", ""]);
    expect(parser.end("stop")).toMatchObject({ text: "So:\n\nDone.", calls: [{ name: "write" }] });
  });

  it("leaves file blocks as text when the server sent calls of its own", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS, fileBlocks });
    parser.push("src/a.js\n```js\na();\n```");
    expect(parser.end("stop", { hasCalls: true })).toMatchObject({ calls: [], text: "src/a.js\n```js\na();\n```" });
  });

  it("gives every call an id of its own", () => {
    const parser = createReplyParser({ tools: EXAMPLE_TOOLS });
    parser.push(`<tool_call>${ls}</tool_call>`.repeat(50));
    const ids = parser.end("stop").calls.map((call) => call.id);
    expect(new Set(ids).size).toBe(50);
    expect(ids.every((id) => /^[a-z0-9]{9}$/.test(id))).toBe(true);
  });

  it.each<[string, (size: number) => string]>([
    ["prose", (size) => "some words and more\n".repeat(size / 20)],
    ["one line", (size) => "word ".repeat(size / 5)],
    [
      "one long call",
      (size) => `<tool_call>{"name": "write", "arguments": {"path": "a", "content": "${"line\\n".repeat(size / 6)}"}}`,
    ],
    ["a call that never ends", (size) => `<tool_call>{"name": "write", "arguments": {"content": "${"x".repeat(size)}`],
    ["one block", (size) => `src/a.js\n\`\`\`js\n${"a();\n".repeat(size / 5)}`],
    ["many calls", (size) => `<tool_call>${ls}</tool_call>\n`.repeat(size / 75)],
    ["many blocks", (size) => "```json\n{1}\n```\n".repeat(size / 16)],
    ["many unclosed blocks", (size) => "```json\n[1,\n".repeat(size / 12)],
    ["many Markdown blocks", (size) => "README.md\n```md\n".repeat(size / 16)],
    ["many signs", (size) => "<tool_call>".repeat(size / 11)],
    ["many broken calls", (size) => '<tool_call>{"'.repeat(size / 13)],
    ["brackets", (size) => `<tool_call>${"[".repeat(size)}`],
    ["backticks", (size) => "`".repeat(size)],
    ["empty lines", (size) => `src/a.js${"\n".repeat(size)}x`],
    ["empty lines in a block", (size) => `src/a.js\n\`\`\`js\n${"\n".repeat(size)}x`],
    ["blanks", (size) => " ".repeat(size)],
  ])("takes time in proportion to the reply's length: %s", (_, make) => {
    const text = make(300_000);
    const started = performance.now();
    parseReply(text.match(/.{1,7}/gs) ?? [], { fileBlocks });
    // Ten times what the slowest takes on a busy machine; what grows with the square takes minutes.
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
