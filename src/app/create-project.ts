import { splitLines } from "../lib/split-lines.ts";
import { UserError } from "../lib/user-error.ts";
import type { Files } from "../workspace/files.ts";
import type { Project } from "../workspace/project.ts";
import { relatedFiles } from "../workspace/related-files.ts";
import { runTests } from "../workspace/run-tests.ts";
import type { Shell } from "../workspace/shell.ts";
import { findTestCommand, type TestCommand } from "../workspace/test-command.ts";
import { walkFiles } from "../workspace/walk-files.ts";

const PLATFORMS: Readonly<Record<string, string>> = { linux: "Linux", darwin: "macOS" };

/** The person's project as features see it. */
export function createProject(files: Files, shell: Shell): Project {
  const { root } = files;
  let atStart: Promise<TestCommand | null> | undefined;
  /** As it was at the first look. Where there was none, one found later has no aliases: what the agent writes must not become an allowed command. */
  const testCommand = async (): Promise<TestCommand | null> => {
    atStart ??= findTestCommand(root);
    const known = await atStart;
    if (known) return known;
    const later = await findTestCommand(root);
    return later && { ...later, aliases: [] };
  };
  return {
    root,
    platform: PLATFORMS[process.platform] ?? process.platform,
    list: (limit) => walkFiles(root, limit),
    async read(path) {
      const file = await files.read(path);
      if (!file.ok) return null;
      const total = splitLines(file.text).length;
      return { text: file.text, view: { path: file.path, hash: file.hash, lines: [1, total], total } };
    },
    stored: (hash) => files.stored(hash).catch(nullIfMissing),
    async put(path, before, after) {
      const written = await files.write({ path, before, after });
      return written.ok ? written.change : null;
    },
    testCommand,
    async runTests(signal) {
      const command = await testCommand();
      if (!command) throw new Error("There is no test command; ask testCommand() first.");
      return runTests(shell, root, command, { signal });
    },
    related: (testFile) => relatedFiles(root, testFile),
    isInside: async (path) => (await files.resolve(path, "read")).ok,
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof UserError) return null;
  throw error;
}
