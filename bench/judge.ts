import { cp, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { runTests, type TestRun } from "./run-tests.ts";

const TEST_FOLDERS = new Set(["test", "tests", "__tests__"]);
// The names by which `node --test` finds tests.
const TEST_FILE = /^test\.[cm]?[jt]s$|^test-.*\.[cm]?[jt]s$|[._-]test\.[cm]?[jt]s$/;
const SETTINGS = new Set(["package.json", "package-lock.json", ".npmrc", "node_modules", ".git"]);

/** Whether a path inside a sample decides what is tested and how, so that only the sample's own version counts. */
export function isPartOfJudge(path: string): boolean {
  const parts = path.split(/[/\\]/);
  const name = parts.at(-1) ?? "";
  return (
    parts.some((part) => SETTINGS.has(part)) ||
    parts.slice(0, -1).some((part) => TEST_FOLDERS.has(part)) ||
    TEST_FILE.test(name)
  );
}

/** Runs a sample's own tests on what `workspace` holds beside tests and settings, in a copy that is deleted afterwards. */
export async function judge(sample: string, workspace: string, interrupt: AbortSignal): Promise<TestRun> {
  const parent = await mkdtemp(join(tmpdir(), "whippet-judge-"));
  const folder = join(parent, basename(sample));
  try {
    await copyFiles(workspace, folder, (path) => !isPartOfJudge(path));
    await copyFiles(sample, folder, isPartOfJudge);
    return await runTests(folder, interrupt);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

// Links are left out: they could lead to files that are not the workspace's.
async function copyFiles(from: string, to: string, wanted: (path: string) => boolean): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: async (source) => {
      const kind = await lstat(source);
      return kind.isDirectory() || (kind.isFile() && wanted(relative(from, source).split(sep).join("/")));
    },
  });
}
