import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaths } from "./paths.ts";
import { createSearch, type Search } from "./search.ts";
import { walkFiles } from "./walk-files.ts";

let root: string;
let search: Search;
const { signal } = new AbortController();

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
  search = createSearch(createPaths({ root }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

test("walks what a person would call the project: sorted, hidden files in, ignored, heavy and key files out, links not followed", async () => {
  put({
    "src/b.js": "",
    "src/a.js": "",
    ".github/ci.yml": "",
    ".gitignore": "ignored.txt\nsecret/\n",
    "ignored.txt": "",
    "secret/x": "",
    "node_modules/p/index.js": "",
    "sub/node_modules/q.js": "",
    "target/t.rs": "",
    ".git/HEAD": "",
    "server.pem": "",
    ".ssh/id": "",
  });
  symlinkSync("..", join(root, "src/loop"));
  expect(await walkFiles(root, 100)).toEqual([".github/ci.yml", ".gitignore", "src/a.js", "src/b.js"]);
  expect(await walkFiles(root, 2)).toHaveLength(2);
});

test("grep: lines with numbers by file; a pattern that looks like an option or a path is a pattern", async () => {
  put({ "a.js": "one\n--files\ntwo\n", "src/b.js": "x\nOne: C:\\dir:3:x\n", "-v.txt": "one\n" });
  expect(await search.grep("one", ".", signal)).toEqual({
    ok: true,
    files: [
      { path: "-v.txt", lines: [[1, "one"]] },
      { path: "a.js", lines: [[1, "one"]] },
      { path: "src/b.js", lines: [[2, "One: C:\\dir:3:x"]] },
    ],
    isLiteral: false,
    isComplete: true,
  });
  expect(await search.grep("--files", ".", signal)).toMatchObject({ files: [{ path: "a.js" }] });
  expect(await search.grep("one", "src", signal)).toMatchObject({ files: [{ path: "src/b.js" }] });
  expect(await search.grep("one", "-v.txt", signal)).toMatchObject({ files: [{ path: "-v.txt" }] });
  expect(await search.grep("absent", ".", signal)).toMatchObject({ ok: true, files: [] });
});

test("grep: a bad regular expression is searched as plain text, and that is said", async () => {
  put({ "a.js": "call(foo\n" });
  expect(await search.grep("call(", ".", signal)).toMatchObject({
    isLiteral: true,
    files: [{ path: "a.js", lines: [[1, "call(foo"]] }],
  });
});

test("grep: bounded in matches and in the length of a line, and silent about keys", async () => {
  put({
    "many.txt": "hit\n".repeat(5_000),
    "long.txt": `hit ${"x".repeat(1_000_000)}\n`,
    id_rsa: "hit",
    ".git/config": "hit",
  });
  for (let index = 0; index < 10; index++) put({ [`more${index}.txt`]: "hit\n".repeat(100) });
  const result = await search.grep("hit", ".", signal);
  if (!result.ok) throw new Error(result.error);
  expect(result.isComplete).toBe(false);
  expect(result.files.flatMap(({ lines }) => lines)).toHaveLength(200);
  expect(Math.max(...result.files.flatMap(({ lines }) => lines.map(([, text]) => text.length)))).toBeLessThan(400);
  expect(result.files.map(({ path }) => path)).not.toContain("id_rsa");
  expect(result.files.map(({ path }) => path)).not.toContain(".git/config");
});

test("a heavy folder is searched when it is named", async () => {
  put({ "node_modules/p/index.js": "needle\n", ".gitignore": "node_modules\n" });
  expect(await search.grep("needle", ".", signal)).toMatchObject({ files: [] });
  expect(await search.grep("needle", "node_modules/p", signal)).toMatchObject({
    files: [{ path: "node_modules/p/index.js" }],
  });
  expect(await search.list("node_modules", signal)).toMatchObject({ paths: ["node_modules/p/"] });
});

test("a path outside, a missing one, a pipe and an abort end with an answer", async () => {
  execFileSync("mkfifo", [join(root, "pipe")]);
  put({ "a.txt": "x" });
  expect(await search.grep("x", "../", signal)).toMatchObject({ ok: false });
  expect(await search.grep("x", "gone", signal)).toMatchObject({ ok: false, error: "gone does not exist." });
  expect(await search.grep("x", "b.txt", signal)).toMatchObject({ ok: false, hint: "Did you mean a.txt?" });
  expect(await search.grep("x", "pipe", signal)).toMatchObject({ ok: false, error: "pipe is not a regular file." });
  expect(await search.grep("x", ".", AbortSignal.abort())).toMatchObject({ ok: false, fault: "aborted" });
  expect(await search.list("gone", signal)).toMatchObject({ ok: false, error: "gone does not exist." });
  expect(await search.list("a.txt", signal)).toMatchObject({ ok: false, hint: 'Call read with {"path":"a.txt"}.' });
});

test("a folder that is gone under us is an answer, not a fault of ours", async () => {
  put({ "a.txt": "x" });
  rmSync(root, { recursive: true });
  const gone = { ok: false, fault: "tool", error: expect.stringContaining(`${root} does not exist`) };
  expect(await search.glob("*.txt", signal)).toMatchObject(gone);
  expect(await search.grep("x", ".", signal)).toMatchObject({ ok: false });
  expect(await search.list(".", signal)).toMatchObject({ ok: false });
  expect(await walkFiles(root, 10)).toEqual([]);
});

test("a pattern that no system would take is an answer too", async () => {
  put({ "a.txt": "x" });
  expect(await search.grep("x".repeat(3_000_000), ".", signal)).toMatchObject({
    ok: false,
    error: expect.stringContaining("E2BIG"),
  });
});

test("glob: by name and by path, without bringing ignored files back", async () => {
  put({
    "src/a.js": "",
    "src/deep/b.js": "",
    "c.ts": "",
    "built/d.js": "",
    ".gitignore": "built\n*.gen.js\n",
    "src/e.gen.js": "",
    "node_modules/f.js": "",
  });
  const paths = async (pattern: string) => {
    const result = await search.glob(pattern, signal);
    return result.ok ? result.paths : result.error;
  };
  expect(await paths("*.js")).toEqual(["src/a.js", "src/deep/b.js"]);
  expect(await paths("src/*.js")).toEqual(["src/a.js"]);
  expect(await paths("./src/**/*.js")).toEqual(["src/a.js", "src/deep/b.js"]);
  expect(await paths(`${root}/src/**`)).toEqual(["src/a.js", "src/deep/b.js"]);
  expect(await paths("**")).toEqual([".gitignore", "c.ts", "src/a.js", "src/deep/b.js"]);
  expect(await paths("*.{ts,py}")).toEqual(["c.ts"]);
  expect(await paths("node_modules/**")).toEqual(["node_modules/f.js"]);
  expect(await paths("[")).toContain("failed");
  expect(await paths("")).toBe("The pattern is empty.");
});

test("list: every file where they are few, else entries with counts", async () => {
  put({ "a.txt": "", "src/b.js": "" });
  expect(await search.list(".", signal)).toEqual({ ok: true, paths: ["a.txt", "src/b.js"], isComplete: true });
  expect(await search.list("src", signal)).toEqual({ ok: true, paths: ["src/b.js"], isComplete: true });
  put(Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many/f${index}.txt`, ""])));
  expect(await search.list(".", signal)).toEqual({
    ok: true,
    paths: ["a.txt", "many/ (250 files)", "src/ (1 files)"],
    isComplete: true,
  });
  mkdirSync(join(root, "empty"));
  expect(await search.list("empty", signal)).toEqual({ ok: true, paths: [], isComplete: true });
});
