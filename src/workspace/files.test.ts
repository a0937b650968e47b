import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../lib/sha256.ts";
import { UserError } from "../lib/user-error.ts";
import { createFiles, type Files } from "./files.ts";

let base: string;
let root: string;
let storeDir: string;
let files: Files;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
  root = join(base, "project");
  storeDir = join(base, "store");
  mkdirSync(root);
  files = createFiles({ root, storeDir });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path: string, content: string | Buffer): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
};
const get = (path: string): string => readFileSync(join(root, path), "utf8");

describe("read", () => {
  test("exact text with mark and line ends, and the hash of its bytes", async () => {
    put("a.txt", "\uFEFFä\r\nb");
    const hash = sha256(readFileSync(join(root, "a.txt")));
    expect(await files.read("a.txt")).toEqual({
      ok: true,
      path: "a.txt",
      text: "\uFEFFä\r\nb",
      hash,
      encoding: "utf-8",
    });
    expect(await files.hashOf("a.txt")).toBe(hash);
  });

  test("what is no text file is named as what it is, each with a next call", async () => {
    mkdirSync(join(root, "src"));
    put("logo.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
    execFileSync("mkfifo", [join(root, "pipe")]);
    put("huge.log", "");
    truncateSync(join(root, "huge.log"), 200_000_000);
    const started = Date.now();
    expect(
      await Promise.all(["src", "logo.png", "pipe", "huge.log", "."].map((path) => files.read(path))),
    ).toMatchObject([
      { ok: false, error: "src is a folder.", hint: 'Call list with {"path":"src"}.' },
      { ok: false, error: "logo.png is a PNG image (6 bytes), not text." },
      { ok: false, error: "pipe is not a regular file." },
      {
        ok: false,
        error: "huge.log is too large to read whole (200 MB).",
        hint: `Call bash with {"command":"sed -n '1,100p' huge.log"}.`,
      },
      { ok: false, error: ". is a folder." },
    ]);
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await files.hashOf("pipe")).toBeNull();
  });

  test("a missing file: the same name elsewhere, or a near one, is offered", async () => {
    put("src/cart.js", "x");
    put("lib/price.js", "y");
    expect(await files.read("cart.js")).toMatchObject({
      error: "cart.js does not exist.",
      hint: "Did you mean src/cart.js?",
    });
    expect(await files.read("lib/prices.js")).toMatchObject({ hint: "Did you mean lib/price.js?" });
    expect(await files.read("zebra.txt")).toMatchObject({ hint: "Call list with {}." });
    expect(await files.read("src/cart.js/x")).toMatchObject({ error: "src/cart.js/x does not exist." });
  });

  test("an invented absolute path: the file it must mean is named", async () => {
    put("src/x.js", "x");
    put("other/x.js", "x");
    expect(await files.read("/home/user/project/src/x.js")).toMatchObject({
      error: "/home/user/project/src/x.js is outside the project folder.",
      hint: 'Use the path "src/x.js".',
    });
    expect(await files.read(join(root, "src/x.js"))).toMatchObject({ ok: true, path: "src/x.js" });
    expect(await files.read("/etc/passwd")).toMatchObject({
      ok: false,
      hint: "Use a path relative to the project folder.",
    });
  });
});

describe("paths stay inside", () => {
  test("no .., link, link to a link, link to nowhere, or linked folder leads out, for reading or writing", async () => {
    writeFileSync(join(base, "secret.txt"), "secret");
    symlinkSync(join(base, "secret.txt"), join(root, "link"));
    symlinkSync("link", join(root, "second"));
    symlinkSync(join(base, "new.txt"), join(root, "dangling"));
    symlinkSync("..", join(root, "up"));
    symlinkSync("loop-b", join(root, "loop-a"));
    symlinkSync("loop-a", join(root, "loop-b"));
    for (const path of [
      "../secret.txt",
      "link",
      "second",
      "dangling",
      "up/secret.txt",
      "up/up2/new.txt",
      "a/../../secret.txt",
      "\0",
    ]) {
      expect(await files.read(path), path).toMatchObject({ ok: false });
      expect(await files.write({ path, before: null, after: "evil" }), path).toMatchObject({ ok: false });
    }
    for (const path of ["loop-a", "loop-a/x"]) {
      expect(await files.read(path)).toMatchObject({
        ok: false,
        error: `${path} is a symbolic link that leads back to itself.`,
      });
      expect(await files.write({ path, before: null, after: "evil" })).toMatchObject({ ok: false });
    }
    expect(readFileSync(join(base, "secret.txt"), "utf8")).toBe("secret");
    expect(existsSync(join(base, "new.txt"))).toBe(false);
  });

  test("a link inside is followed: its target changes, the link stays", async () => {
    put("real.txt", "old");
    symlinkSync("real.txt", join(root, "link.txt"));
    expect(await files.write({ path: "link.txt", before: "old", after: "new" })).toMatchObject({
      ok: true,
      change: { path: "real.txt" },
    });
    expect(lstatSync(join(root, "link.txt")).isSymbolicLink()).toBe(true);
    expect(get("real.txt")).toBe("new");
  });

  test("version control, keys and shell start files", async () => {
    for (const path of [
      ".git/hooks/pre-commit",
      "sub/.GIT/config",
      ".bashrc",
      "deploy/id_rsa",
      "server.PEM",
      ".ssh/config",
    ]) {
      expect(await files.write({ path, before: null, after: "x" }), path).toMatchObject({
        ok: false,
        fault: "refused",
      });
      expect(existsSync(join(root, path))).toBe(false);
    }
    put("server.pem", "-----BEGIN");
    put(".git/HEAD", "ref: refs/heads/main\n");
    expect(await files.read("server.pem")).toMatchObject({ ok: false, fault: "refused" });
    expect(await files.read(".git/HEAD")).toMatchObject({ ok: true });
    expect(await files.write({ path: ".gitignore", before: null, after: "x\n" })).toMatchObject({ ok: true });
  });

  test("a folder that may be read besides can be read by its absolute path, never written", async () => {
    const outDir = join(base, "out");
    mkdirSync(outDir);
    writeFileSync(join(outDir, "run-1.txt"), "all");
    const withOut = createFiles({ root, storeDir, readable: [outDir] });
    expect(await withOut.read(join(outDir, "run-1.txt"))).toMatchObject({
      ok: true,
      text: "all",
      path: join(outDir, "run-1.txt"),
    });
    expect(await withOut.write({ path: join(outDir, "run-1.txt"), before: "all", after: "x" })).toMatchObject({
      ok: false,
    });
  });
});

describe("write", () => {
  test("stores both contents, makes folders, keeps the mode, leaves no temporary file", async () => {
    put("bin/run.sh", "#!/bin/sh\r\n");
    chmodSync(join(root, "bin/run.sh"), 0o755);
    const written = await files.write({ path: "bin/run.sh", before: "#!/bin/sh\r\n", after: "$& $1 $$\r\n" });
    expect(written).toEqual({
      ok: true,
      change: { path: "bin/run.sh", before: sha256("#!/bin/sh\r\n"), after: sha256("$& $1 $$\r\n") },
    });
    expect(statSync(join(root, "bin/run.sh")).mode & 0o777).toBe(0o755);
    expect(get("bin/run.sh")).toBe("$& $1 $$\r\n");
    expect(await files.stored(sha256("#!/bin/sh\r\n"))).toBe("#!/bin/sh\r\n");
    expect(readdirSync(join(root, "bin"))).toEqual(["run.sh"]);
    expect(await files.write({ path: "a/b/c.txt", before: null, after: "deep" })).toMatchObject({
      ok: true,
      change: { before: null },
    });
    expect(get("a/b/c.txt")).toBe("deep");
    expect(statSync(join(storeDir, sha256("deep"))).mode & 0o777).toBe(0o600);
  });

  test("a file that is not as it was thought to be is left alone", async () => {
    put("a.txt", "someone else's");
    put("b.bin", Buffer.from([0, 1, 2]));
    put("latin.txt", Buffer.from("caf\xe9", "latin1"));
    expect(await files.write({ path: "a.txt", before: "old", after: "new" })).toMatchObject({
      error: "a.txt was changed by something else in the meantime.",
      hint: 'Call read with {"path":"a.txt"}.',
    });
    expect(await files.write({ path: "a.txt", before: null, after: "new" })).toMatchObject({ ok: false });
    expect(await files.write({ path: "gone.txt", before: "old", after: "new" })).toMatchObject({ ok: false });
    expect(await files.write({ path: "b.bin", before: null, after: "new" })).toMatchObject({ ok: false });
    expect(await files.write({ path: "latin.txt", before: "café", after: "new" })).toMatchObject({
      error: "latin.txt is not UTF-8 text.",
    });
    expect([get("a.txt"), readFileSync(join(root, "b.bin"))]).toEqual(["someone else's", Buffer.from([0, 1, 2])]);
    expect(existsSync(join(root, "gone.txt"))).toBe(false);
  });

  test("a hard link elsewhere keeps the old content: the file is replaced, not overwritten", async () => {
    put("a.txt", "old");
    linkSync(join(root, "a.txt"), join(base, "other-name"));
    await files.write({ path: "a.txt", before: "old", after: "new" });
    expect(readFileSync(join(base, "other-name"), "utf8")).toBe("old");
  });

  test("what the disk refuses is told, with the old file untouched", async () => {
    put("file", "x");
    expect(await files.write({ path: "file/below.txt", before: null, after: "x" })).toMatchObject({
      ok: false,
      error: "file/below.txt can't exist: a part of its path is a file.",
    });
    expect(await files.write({ path: `${"n".repeat(300)}.txt`, before: null, after: "x" })).toMatchObject({
      ok: false,
    });
    mkdirSync(join(root, "locked"));
    put("locked/a.txt", "old");
    await asOrdinaryUser(root, async () => {
      expect(await files.write({ path: "locked/a.txt", before: "old", after: "new" })).toMatchObject({
        ok: false,
        error: "locked/a.txt may not be accessed: permission denied.",
      });
    });
    expect(get("locked/a.txt")).toBe("old");
    expect(readdirSync(join(root, "locked"))).toEqual(["a.txt"]);
  });

  test.skipIf(!canMount())("a full disk, for the copies or for the file: nothing is lost", async () => {
    const disk = join(base, "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", disk]);
    try {
      const large = "x".repeat(200_000);
      put("a.txt", "old");
      const fullStore = createFiles({ root, storeDir: join(disk, "store") });
      const full = { ok: false, error: "The disk is full: a.txt was not changed.", fault: "tool" };
      expect(await fullStore.write({ path: "a.txt", before: "old", after: large })).toMatchObject(full);
      expect(get("a.txt")).toBe("old");
      writeFileSync(join(disk, "a.txt"), "old");
      const fullRoot = createFiles({ root: disk, storeDir });
      expect(await fullRoot.write({ path: "a.txt", before: "old", after: large })).toMatchObject(full);
      expect(readFileSync(join(disk, "a.txt"), "utf8")).toBe("old");
      expect(readdirSync(disk).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });
});

describe("restore", () => {
  test("puts files back, takes new ones away, brings deleted ones back, and says what changed", async () => {
    put("a.txt", "old");
    await files.write({ path: "a.txt", before: "old", after: "new" });
    await files.write({ path: "b.txt", before: null, after: "made" });
    const undone = await files.restore([
      { path: "a.txt", content: sha256("old") },
      { path: "b.txt", content: null },
    ]);
    expect(undone).toEqual([
      { path: "a.txt", before: sha256("new"), after: sha256("old") },
      { path: "b.txt", before: sha256("made"), after: null },
    ]);
    expect([get("a.txt"), existsSync(join(root, "b.txt"))]).toEqual(["old", false]);
    expect(await files.restore([{ path: "b.txt", content: sha256("made") }])).toHaveLength(1);
    expect(get("b.txt")).toBe("made");
  });

  test("what is as wanted already needs no copy and is no change", async () => {
    put("a.txt", "never stored");
    expect(
      await files.restore([
        { path: "a.txt", content: sha256("never stored") },
        { path: "none.txt", content: null },
      ]),
    ).toEqual([]);
  });

  test("bytes come back exactly, also of what is no text", async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 200]);
    put("x.bin", bytes);
    await files.restore([{ path: "x.bin", content: null }]);
    await files.restore([{ path: "x.bin", content: sha256(bytes) }]);
    expect(readFileSync(join(root, "x.bin"))).toEqual(bytes);
  });

  test("a damaged or missing copy, or a link in the way: told, and nothing is touched", async () => {
    put("a.txt", "old");
    put("b.txt", "b");
    await files.write({ path: "a.txt", before: "old", after: "new" });
    writeFileSync(join(storeDir, sha256("old")), "tampered");
    await expect(
      files.restore([
        { path: "b.txt", content: null },
        { path: "a.txt", content: sha256("old") },
      ]),
    ).rejects.toThrow(UserError);
    await expect(files.restore([{ path: "a.txt", content: sha256("unknown") }])).rejects.toThrow("missing");
    rmSync(join(root, "a.txt"));
    symlinkSync(join(base, "outside.txt"), join(root, "a.txt"));
    await expect(files.restore([{ path: "a.txt", content: null }])).rejects.toThrow(
      "something else stands in its place",
    );
    expect(get("b.txt")).toBe("b");
  });
});

/** Runs something without root's power to ignore permissions, in a folder whose `locked` subfolder may not be written. */
async function asOrdinaryUser(folder: string, doing: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  chmodSync(base, 0o755);
  if (isRoot) execFileSync("chown", ["-R", "65534", base]);
  chmodSync(join(folder, "locked"), 0o555);
  if (isRoot) process.seteuid?.(65_534);
  try {
    await doing();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(join(folder, "locked"), 0o755);
  }
}

function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "whippet-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
