import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { sha256 } from "../lib/sha256.ts";
import { splitLines } from "../lib/split-lines.ts";
import type { Call, Context, Entry, EntryBody, Json, Tool, ToolResult } from "../types.ts";
import { createFiles } from "../workspace/files.ts";
import { createShell, type Shell } from "../workspace/shell.ts";
import { createTools } from "./index.ts";

let base: string;
let root: string;
let shell: Shell;
let tools: readonly Tool[];
let log: Entry[];
let window: number;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
  root = join(base, "project");
  mkdirSync(root);
  const outDir = join(base, "out");
  shell = createShell({ root, outDir, variables: loadEnvironment().variables });
  tools = createTools({ files: createFiles({ root, storeDir: join(base, "store"), readable: [outDir] }), shell });
  log = [];
  window = 32_768;
  append({ type: "message", message: { from: "person", lane: "soon", text: "go" } });
});

afterEach(async () => {
  await shell.close();
  rmSync(base, { recursive: true, force: true });
});

function append(body: EntryBody): void {
  log.push({ seq: log.length, at: "2026-01-01T00:00:00.000Z", ...body } as Entry);
}

function put(path: string, content: string | Buffer): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}
const get = (path: string): string => readFileSync(join(root, path), "utf8");

function context(signal: AbortSignal): Context {
  return { log, facts: { window }, signal, progress: () => undefined } as unknown as Context;
}

/** Does what the loop does with a call: the reply, preparing, what `between` does, running, and the result are as in a run. */
async function use(
  name: string,
  args: { readonly [key: string]: Json },
  between = (): void => undefined,
): Promise<ToolResult> {
  const call: Call = { id: `call-${log.length}`, name, arguments: args, form: "native" };
  append({
    type: "reply",
    raw: "x",
    text: "",
    thinking: "",
    calls: [call],
    finish: "stop",
    settings: {},
    durationMs: 1,
  });
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const here = context(new AbortController().signal);
  const prepared = await tool.prepare(call, here);
  between();
  const result = "ok" in prepared ? prepared : await tool.run(prepared, here);
  append({ type: "result", call: call.id, result });
  return result;
}

/** What the model reads of a result. */
async function text(name: string, args: { readonly [key: string]: Json }): Promise<string> {
  const result = await use(name, args);
  return result.ok ? result.text : `Error: ${result.error}\n${result.hint}`;
}

test("seven tools in this order, with at most three flat parameters; what the model reads of them", () => {
  expect(
    tools
      .map(({ name, description, parameters }) => `${name} ${JSON.stringify(parameters)}\n${description}`)
      .join("\n\n"),
  ).toMatchInlineSnapshot(`
    "read {"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["path"]}
    Show a text file with line numbers. Of a long file: from line \`offset\` on, \`limit\` lines.

    write {"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}
    Create a file, or replace an existing one that you have read. \`content\` is the complete new content.

    edit {"type":"object","properties":{"path":{"type":"string"},"old":{"type":"string"},"new":{"type":"string"}},"required":["path","old","new"]}
    Replace one piece of a file. \`old\` is copied exactly from the file, without line numbers, and occurs there once; \`new\` takes its place.

    bash {"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"integer"}},"required":["command"]}
    Run a shell command in the project folder and get its output. Nothing can be typed in; each call is a new shell. \`timeout\` in seconds, default 120.

    grep {"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"}},"required":["pattern"]}
    Search file contents by regular expression, in the project or in one file or folder.

    glob {"type":"object","properties":{"pattern":{"type":"string"}},"required":["pattern"]}
    Find files by name pattern, such as \`src/**/*.js\`.

    list {"type":"object","properties":{"path":{"type":"string"}},"required":[]}
    List the files of the project or of one folder."
  `);
});

test("arguments of the wrong kind are answered with the field and an example; null counts as left out", async () => {
  put("a.txt", "x\n");
  expect(await text("read", {})).toBe('Error: "path" must be a string.\nCall read with {"path":"src/main.js"}.');
  expect(await text("read", { path: "a.txt", offset: "two" })).toContain('"offset" must be a number.');
  expect(await text("write", { path: "a.txt", content: 7 })).toContain('"content" must be a string.');
  expect(await text("read", { path: "a.txt", offset: null, limit: null })).toBe("1\tx");
});

describe("read", () => {
  test("numbered lines; what was shown is in the effects, with the file's hash", async () => {
    put("src/a.js", "one\n  two\n");
    expect(await use("read", { path: "src/a.js" })).toEqual({
      ok: true,
      text: "1\tone\n2\t  two",
      effects: { shown: [{ path: "src/a.js", hash: sha256("one\n  two\n"), lines: [1, 2], total: 2 }] },
    });
  });

  test("a file too long for the window: head, tail and where to go on; both parts count as shown", async () => {
    put("long.txt", "some line of text\n".repeat(2_000));
    window = 4_096;
    const result = await use("read", { path: "long.txt" });
    if (!result.ok) throw new Error(result.error);
    expect(result.text.length).toBeLessThan(4_096 * 0.12 * 3 + 100);
    expect(result.text).toMatch(/\n\[Lines \d+-\d+ of 2000 not shown\. Use offset=\d+\]\n/);
    expect(result.effects?.shown).toHaveLength(2);
    expect(await text("read", { path: "long.txt", offset: 1, limit: 2 })).toBe(
      "1\tsome line of text\n2\tsome line of text\n[Showing 1-2 of 2000. Use offset=3]",
    );
    expect(await text("read", { path: "long.txt", offset: 2_001 })).toBe(
      'Error: long.txt has only 2000 lines.\nCall read with {"path":"long.txt"}.',
    );
  });

  test("no file, a folder, an image, Latin-1", async () => {
    put("src/cart.js", "x\n");
    put("logo.png", Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    put("old.txt", Buffer.from("caf\xe9\n", "latin1"));
    expect(await text("read", { path: "cart.js" })).toBe("Error: cart.js does not exist.\nDid you mean src/cart.js?");
    expect(await text("read", { path: "src" })).toBe('Error: src is a folder.\nCall list with {"path":"src"}.');
    expect(await text("read", { path: "logo.png" })).toBe(
      "Error: logo.png is a PNG image (4 bytes), not text.\nGo on without reading it.",
    );
    expect(await text("read", { path: "old.txt" })).toBe("1\tcafé\n[not UTF-8: shown as Latin-1]");
  });
});

describe("edit", () => {
  const source =
    "function total(items) {\n  let sum = 1;\n  for (const item of items) sum += item.price;\n  return sum;\n}\n";

  test("replaces exactly, shows the lines around, records both hashes", async () => {
    put("cart.js", source);
    const after = source.replace("sum = 1", "sum = 0");
    expect(await use("edit", { path: "cart.js", old: "let sum = 1;", new: "let sum = 0;" })).toEqual({
      ok: true,
      text: "Edited cart.js. It now reads:\n1\tfunction total(items) {\n2\t  let sum = 0;\n3\t  for (const item of items) sum += item.price;\n4\t  return sum;",
      effects: {
        changed: [{ path: "cart.js", before: sha256(source), after: sha256(after) }],
        shown: [{ path: "cart.js", hash: sha256(after), lines: [1, 4], total: 5 }],
      },
    });
    expect(get("cart.js")).toBe(after);
  });

  test("the new text is literal: $& and its like mean themselves", async () => {
    put("a.txt", "price: X\n");
    await use("edit", { path: "a.txt", old: "X", new: "$& $1 $$ $` $'" });
    expect(get("a.txt")).toBe("price: $& $1 $$ $` $'\n");
  });

  test("CRLF, mark, tabs, a missing final line end and mixed line ends stay as they were", async () => {
    put("crlf.txt", "\uFEFFone\r\n\ttwo\r\nthree");
    await use("edit", { path: "crlf.txt", old: "one\n\ttwo", new: "1\n\t2\n\t2b" });
    expect(get("crlf.txt")).toBe("\uFEFF1\r\n\t2\r\n\t2b\r\nthree");
    put("mixed.txt", "a\r\nb\nc\nd\n");
    await use("edit", { path: "mixed.txt", old: "c", new: "C\nCC" });
    expect(get("mixed.txt")).toBe("a\r\nb\nC\nCC\nd\n");
  });

  test("deleting text, at the end and all of it", async () => {
    put("a.txt", "one\ntwo\n");
    expect(await text("edit", { path: "a.txt", old: "two\n", new: "" })).toBe("Edited a.txt. It now reads:\n1\tone");
    expect(await text("edit", { path: "a.txt", old: "one\n", new: "" })).toBe(
      "Edited a.txt. It now reads:\n[empty file]",
    );
    expect(get("a.txt")).toBe("");
  });

  test("what can't be done is told with the lines that help", async () => {
    put("cart.js", source);
    put("twice.txt", "a\nx\nb\nx\n");
    expect(await text("edit", { path: "cart.js", old: "let total = 1;", new: "let sum = 0;" })).toMatchInlineSnapshot(`
      "Error: "old" is not in cart.js. The nearest lines are:
      2	  let sum = 1;
      Call edit again with "old" copied exactly from the file, without line numbers."
    `);
    expect(
      await text("edit", { path: "cart.js", old: "2\t  let sum = 1;", new: "  let sum = 0;" }),
    ).toMatchInlineSnapshot(`
      "Error: "old" is not in cart.js: it begins with line numbers.
      Call edit again with "old" copied exactly from the file, without line numbers."
    `);
    expect(await text("edit", { path: "cart.js", old: "SELECT * FROM nowhere", new: "x" })).toMatchInlineSnapshot(`
      "Error: "old" is not in cart.js, nor anything like it.
      Call read with {"path":"cart.js"}."
    `);
    expect(await text("edit", { path: "twice.txt", old: "x", new: "y" })).toMatchInlineSnapshot(`
      "Error: "old" is in twice.txt 2 times: at lines 2, 4.
      Call edit again with more of the lines around it in "old", so that only one place fits."
    `);
    expect(await text("edit", { path: "cart.js", old: "let sum = 5;", new: "let sum = 1;" })).toMatchInlineSnapshot(`
      "Error: "old" is not in cart.js, but "new" is there already, at line 2.
      Call read with {"path":"cart.js"}."
    `);
    expect(await text("edit", { path: "cart.js", old: "sum", new: "sum" })).toMatchInlineSnapshot(`
      "Error: "old" and "new" are the same: nothing would change.
      Call read with {"path":"cart.js"}."
    `);
    expect(await text("edit", { path: "cart.js", old: "", new: "x" })).toMatchInlineSnapshot(`
      "Error: "old" is empty.
      Call read with {"path":"cart.js"}."
    `);
    expect(await text("edit", { path: "carts.js", old: "a", new: "b" })).toMatchInlineSnapshot(`
      "Error: carts.js does not exist.
      Did you mean cart.js?"
    `);
    expect(get("cart.js")).toBe(source);
  });

  test("an answer stays within the cap: long lines are cut, and a cut line does not count as shown", async () => {
    put("a.js", `one\nlet a = 1;${"x".repeat(1_000_000)}\n${"let b = 2; ".repeat(150)}\n`.repeat(10));
    put("b.js", `one\nlet a = 1;${"x".repeat(1_000_000)}\nthree\n`);
    const result = await use("edit", { path: "b.js", old: "let a = 1;", new: "let a = 2;" });
    expect(result).toMatchObject({
      ok: true,
      text: expect.stringContaining("\n2\tlet a = 2;xxx"),
      effects: {
        shown: [
          { lines: [1, 1], total: 3 },
          { lines: [3, 3], total: 3 },
        ],
      },
    });
    expect(result.ok && result.text.length).toBeLessThan(8_100);
    const old = splitLines(get("a.js")).slice(0, 20).join("\n").replace("one", "1ne");
    const missed = await text("edit", { path: "a.js", old, new: "something else" });
    expect(missed).toContain("The nearest lines are:\n1\tone\n2\tlet a = 1;xxx");
    expect(missed.length).toBeLessThan(8_300);
  });

  test("a file that changes between preparing and running is left alone", async () => {
    put("cart.js", source);
    const result = await use("edit", { path: "cart.js", old: "sum = 1", new: "sum = 0" }, () =>
      put("cart.js", "the person's"),
    );
    expect(result).toMatchObject({
      ok: false,
      error: "cart.js was changed by something else in the meantime.",
      fault: "refused",
    });
    expect(get("cart.js")).toBe("the person's");
  });

  test("version control and files that are not UTF-8 are not edited", async () => {
    put(".git/config", "[core]\n");
    put("old.txt", Buffer.from("caf\xe9 x\n", "latin1"));
    expect(await use("edit", { path: ".git/config", old: "core", new: "evil" })).toMatchObject({
      ok: false,
      fault: "refused",
    });
    expect(await use("edit", { path: "old.txt", old: "x", new: "y" })).toMatchObject({
      ok: false,
      error: "old.txt is not UTF-8 text.",
    });
    expect(readFileSync(join(root, "old.txt"))).toEqual(Buffer.from("caf\xe9 x\n", "latin1"));
  });
});

describe("write", () => {
  test("a new file, also in new folders", async () => {
    expect(await use("write", { path: "src/new.js", content: "a\nb\n" })).toEqual({
      ok: true,
      text: "Created src/new.js (2 lines).",
      effects: { changed: [{ path: "src/new.js", before: null, after: sha256("a\nb\n") }] },
    });
    expect(get("src/new.js")).toBe("a\nb\n");
  });

  test("an existing file only after all of it was shown as it is now, by whatever way", async () => {
    put("a.js", "one\ntwo\n");
    const refused = 'Error: a.js exists and you have not seen all of it as it is now.\nCall read with {"path":"a.js"}.';
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe(refused);
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe(refused);
    await use("read", { path: "a.js", limit: 1 });
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe(refused.replace('"}.', '","offset":2}.'));
    await use("read", { path: "a.js", offset: 2 });
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe("Wrote a.js (1 line).");
    expect(await text("write", { path: "a.js", content: "newer\n" })).toBe("Wrote a.js (1 line).");
    put("a.js", "the person's\n");
    expect(await text("write", { path: "a.js", content: "mine\n" })).toBe(refused);
    expect(get("a.js")).toBe("the person's\n");
  });

  test("shown with the request, in a note, or made by the model's own edits: it counts", async () => {
    put("a.js", "one\ntwo\n");
    put("b.js", "b\n");
    const view = (path: string, content: string, total: number) => ({
      path,
      hash: sha256(content),
      lines: [1, total] as const,
      total,
    });
    append({
      type: "notes",
      notes: [{ kind: "file", text: "x", maxTokens: 9, files: [view("a.js", "one\ntwo\n", 2)] }],
    });
    append({ type: "message", message: { from: "person", lane: "soon", text: "x", files: [view("b.js", "b\n", 1)] } });
    await use("edit", { path: "a.js", old: "two", new: "2" });
    expect(await text("write", { path: "a.js", content: "1\n2\n" })).toBe("Wrote a.js (2 lines).");
    expect(await text("write", { path: "b.js", content: "B\n" })).toBe("Wrote b.js (1 line).");
  });

  test("what an epoch took out of the view, an earlier run, or a command wrote does not count", async () => {
    put("a.js", "one\n");
    await use("read", { path: "a.js" });
    append({ type: "epoch", cause: "eviction", hide: [log.length - 1], shorten: [] });
    expect(await use("write", { path: "a.js", content: "x\n" })).toMatchObject({ ok: false, fault: "refused" });
    await use("read", { path: "a.js" });
    append({ type: "outcome", outcome: { kind: "done", why: "x" }, report: [] });
    append({ type: "message", message: { from: "person", lane: "soon", text: "again" } });
    expect(await use("write", { path: "a.js", content: "x\n" })).toMatchObject({ ok: false, fault: "refused" });
    append({
      type: "result",
      call: "c",
      result: {
        ok: true,
        text: "",
        effects: { exitCode: 0, changed: [{ path: "a.js", before: null, after: sha256("one\n") }] },
      },
    });
    expect(await use("write", { path: "a.js", content: "x\n" })).toMatchObject({ ok: false, fault: "refused" });
  });

  test("placeholders and a large shrink are refused once; who insists gets through", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("");
    put("a.js", lines);
    await use("read", { path: "a.js" });
    const lazy = `${lines.split("\n").slice(0, 25).join("\n")}\n// ... rest of the code unchanged\n`;
    expect(await text("write", { path: "a.js", content: lazy })).toBe(
      'Error: The content leaves code out: "// ... rest of the code unchanged". A write replaces the whole file.\nCall write again with the complete content.',
    );
    expect(await text("write", { path: "a.js", content: "tiny\n" })).toBe(
      "Error: The content has 1 lines of code and the file has 30: more than half would be lost.\nCall write again with the complete content, or with the same content if this is meant.",
    );
    expect(get("a.js")).toBe(lines);
    expect(await text("write", { path: "a.js", content: "tiny\n" })).toBe("Wrote a.js (1 line).");
  });

  test("a file with a line too long to be shown can only be edited, and that is said at once", async () => {
    put("a.js", `one\n${"x".repeat(2_001)}\nthree\n`);
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe(
      'Error: a.js can\'t be replaced: line 2 is too long to be shown whole (2001 characters).\nCall edit with {"path":"a.js"}, the text to replace in "old" and the new text in "new".',
    );
    await use("read", { path: "a.js" });
    await use("edit", { path: "a.js", old: "three", new: "3" });
    expect(await text("write", { path: "a.js", content: "new\n" })).toContain("line 2 is too long");
    put("a.js", `one\n${"x".repeat(2_000)}\nthree\n`);
    await use("read", { path: "a.js" });
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe("Wrote a.js (1 line).");
  });

  test("how long a line may be follows the window, as in read; a line that was shown another way is known", async () => {
    window = 4_096;
    const content = `${"x".repeat(800)}\nx\n`;
    put("a.js", content);
    await use("read", { path: "a.js" });
    expect(await text("write", { path: "a.js", content: "new\n" })).toContain("line 1 is too long");
    const files = [{ path: "a.js", hash: sha256(content), lines: [1, 1] as const, total: 2 }];
    append({ type: "notes", notes: [{ kind: "file", text: "x", maxTokens: 9, files }] });
    expect(await text("write", { path: "a.js", content: "new\n" })).toBe("Wrote a.js (1 line).");
  });

  test("line numbers copied from a view are refused however often", async () => {
    put("a.js", "one\ntwo\n");
    await use("read", { path: "a.js" });
    for (let time = 0; time < 3; time++)
      expect(await use("write", { path: "a.js", content: "1\tone\n2\t2\n" })).toMatchObject({
        ok: false,
        fault: "refused",
      });
    expect(get("a.js")).toBe("one\ntwo\n");
  });

  test("line ends, mark and final line end of the old file are kept; the same content is no change", async () => {
    put("a.txt", "\uFEFFone\r\ntwo\r\n");
    await use("read", { path: "a.txt" });
    expect(await use("write", { path: "a.txt", content: "one\ntwo" })).toEqual({
      ok: true,
      text: "a.txt already has exactly this content; nothing was changed.",
    });
    await use("write", { path: "a.txt", content: "one\n2" });
    expect(get("a.txt")).toBe("\uFEFFone\r\n2\r\n");
  });

  test("a file that appears between preparing and running is left alone; a link out is refused", async () => {
    expect(await use("write", { path: "new.txt", content: "mine" }, () => put("new.txt", "theirs"))).toMatchObject({
      ok: false,
      fault: "refused",
    });
    expect(get("new.txt")).toBe("theirs");
    symlinkSync(join(base, "outside.txt"), join(root, "link"));
    expect(await use("write", { path: "link", content: "x" })).toMatchObject({ ok: false });
    expect(existsSync(join(base, "outside.txt"))).toBe(false);
  });
});

describe("bash", () => {
  test("output, then how it ended; a failing command is data", async () => {
    expect(await use("bash", { command: "echo hi; exit 3" })).toEqual({
      ok: true,
      text: "hi\n[exit code 3]",
      effects: { exitCode: 3 },
    });
    expect(await text("bash", { command: "true" })).toBe("[no output]\n[exit code 0]");
    expect(await text("bash", { command: "kill -9 $$" })).toBe("[no output]\n[ended by signal SIGKILL]");
  });

  test("a long output: head, tail, and a file that read can page through", async () => {
    const result = await text("bash", { command: "seq 1 20000" });
    expect(result.length).toBeLessThan(8_300);
    const path = /\[… \d+ lines left out; all of it is in (\S+) …\]/.exec(result)?.[1] ?? "";
    expect(result).toMatch(/^1\n2\n[\s\S]*\n20000\n\[exit code 0\]$/);
    expect(await text("read", { path, offset: 10_000, limit: 1 })).toBe(
      "10000\t10000\n[Showing 10000-10000 of 20000. Use offset=10001]",
    );
  });

  test("a timeout in seconds, or what can only be milliseconds", async () => {
    expect(await use("bash", { command: "echo begun; sleep 60", timeout: 1 })).toEqual({
      ok: true,
      text: "begun\n[stopped: it did not end within 1 s]",
      effects: { exitCode: 124 },
    });
    const [bash] = tools.filter((tool) => tool.name === "bash");
    const call = (timeout: number): Call => ({
      id: "x",
      name: "bash",
      arguments: { command: "ls", timeout },
      form: "native",
    });
    const here = context(new AbortController().signal);
    expect(await bash?.prepare(call(60_000), here)).toMatchObject({ timeoutMs: 60_000 });
    expect(await bash?.prepare(call(600), here)).toMatchObject({ timeoutMs: 600_000 });
    expect(await bash?.prepare(call(-1), here)).toMatchObject({ timeoutMs: 120_000 });
  });

  test("progress: at most a line in half a second, the last one, plain and short", async () => {
    const lines: string[] = [];
    const [bash] = tools.filter((tool) => tool.name === "bash");
    const here = { ...context(new AbortController().signal), progress: (line: string) => lines.push(line) } as Context;
    const run = async (command: string): Promise<readonly string[]> => {
      lines.length = 0;
      const action = await bash?.prepare({ id: "x", name: "bash", arguments: { command }, form: "native" }, here);
      if (!bash || !action || "ok" in action) throw new Error("not prepared");
      await bash.run(action, here);
      return lines;
    };
    put("colours.txt", "one\n\u001b[31mtwo\u001b[0m\r50 %\n\n");
    expect(await run("cat colours.txt; sleep 0.2")).toEqual(["50 %"]);
    expect(await run(`printf '%0300d' 7; sleep 1.4; printf '\\n\\033]0;title\\atail'`)).toEqual([
      "0".repeat(120),
      "tail",
    ]);
    expect(await run("echo first; sleep 0.2; echo second; sleep 1.4")).toEqual(["first", "second"]);
    const many = await run("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i; sleep 0.1; done");
    expect(many.length).toBeGreaterThanOrEqual(2);
    expect(many.length).toBeLessThanOrEqual(4);
    expect(await run("printf '\\n  \\n'; sleep 0.2")).toEqual([]);
    expect(await run("(sleep 0.3; echo late; sleep 0.3) & sleep 0.1")).toEqual([]);
    await new Promise((done) => setTimeout(done, 600));
    expect(lines).toEqual([]);
  });

  test("what it leaves running is said", async () => {
    expect(await text("bash", { command: "sleep 60 & echo started" })).toBe(
      "started\n[what it started in the background is still running]\n[exit code 0]",
    );
  });

  test("an interrupted command, and an empty one", async () => {
    const [bash] = tools.filter((tool) => tool.name === "bash");
    const call: Call = { id: "x", name: "bash", arguments: { command: "sleep 60" }, form: "native" };
    const here = context(AbortSignal.timeout(100));
    const action = await bash?.prepare(call, here);
    if (!bash || !action || "ok" in action) throw new Error("not prepared");
    expect(await bash.run(action, here)).toMatchObject({ ok: false, fault: "aborted" });
    expect(await text("bash", { command: "  " })).toBe(
      'Error: The command is empty.\nCall bash with {"command":"ls"}.',
    );
  });
});

describe("grep, glob, list", () => {
  beforeEach(() => {
    put("src/a.js", "const a = 1;\nlet b = a;\n");
    put("src/b.py", "a = 1\n");
    put("readme.md", "about a(\n");
  });

  test("what the model reads", async () => {
    expect(await text("grep", { pattern: "a = 1" })).toBe("src/a.js\n1\tconst a = 1;\nsrc/b.py\n1\ta = 1");
    expect(await text("grep", { pattern: "a(" })).toBe(
      "[not a valid regular expression: searched as plain text]\nreadme.md\n1\tabout a(",
    );
    expect(await text("grep", { pattern: "zebra", path: "src" })).toBe('No line in src matches "zebra".');
    expect(await text("glob", { pattern: "**/*.js" })).toBe("src/a.js");
    expect(await text("glob", { pattern: "*.rs" })).toBe('No file matches "*.rs".');
    expect(await text("list", {})).toBe("readme.md\nsrc/a.js\nsrc/b.py");
    expect(await text("list", { path: "src" })).toBe("src/a.js\nsrc/b.py");
    expect(await text("list", { path: "" })).toBe("readme.md\nsrc/a.js\nsrc/b.py");
  });

  test("bounded by the window, and the model is told so", async () => {
    window = 1_024;
    put("many.txt", "a needle in a line\n".repeat(500));
    for (let index = 0; index < 60; index++) put(`file-with-a-long-name-${index}.txt`, "");
    for (const result of [
      await text("grep", { pattern: "needle" }),
      await text("glob", { pattern: "*.txt" }),
      await text("list", {}),
    ]) {
      expect(result.length).toBeLessThan(1_024 * 0.12 * 3 + 80);
      expect(result).toMatch(/\n\[more .*\]$/);
    }
  });

  test("a path outside is refused before anything runs", async () => {
    const [grep] = tools.filter((tool) => tool.name === "grep");
    const call: Call = { id: "x", name: "grep", arguments: { pattern: "x", path: "../.." }, form: "native" };
    expect(await grep?.prepare(call, context(new AbortController().signal))).toMatchObject({ ok: false });
    expect(await text("list", { path: "/etc" })).toMatch(/^Error: \/etc is outside the project folder\./);
  });

  test("a pipe in the way hangs nothing", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect(await text("grep", { pattern: "x", path: "pipe" })).toBe(
      "Error: pipe is not a regular file.\nGo on without it.",
    );
    expect(await text("read", { path: "pipe" })).toBe("Error: pipe is not a regular file.\nGo on without it.");
  });
});
