import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadEnvironment } from "../../config/load.ts";
import { type CheckedTask, checkTask } from "../score/check-task.ts";
import { readTask } from "../tasks/read-task.ts";
import { type Imported, type ImportLayout, importTasks } from "./import-tasks.ts";

/** A temporary folder with a checkout in `source/` and what is imported from it in `tasks/`; for tests. */
export type ImportFixture = {
  readonly home: string;
  /** Writes files, by path in the checkout. */
  readonly write: (files: Readonly<Record<string, string | Buffer>>) => void;
  readonly run: (
    layout: ImportLayout,
    options?: { readonly language?: string; readonly path?: string },
  ) => Promise<Imported>;
  /** The lines that the last import told the person. */
  readonly lines: string[];
  /** A file of a task, by `SUITE/NAME/…`. */
  readonly read: (path: string) => string;
  readonly description: (id: string) => Record<string, unknown>;
  /** All files below a folder in `tasks/`, sorted. */
  readonly list: (path: string) => readonly string[];
  /** Scores start and solution as the bench does; an `InvalidTask` unless the one fails and the other passes. */
  readonly check: (id: string) => Promise<CheckedTask>;
  readonly remove: () => void;
};

/** For tests that run the Python tests of a task. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;

export function createImportFixture(): ImportFixture {
  const home = mkdtempSync(join(tmpdir(), "whippet-import-test-"));
  const tasks = join(home, "tasks");
  const lines: string[] = [];
  const read = (path: string): string => readFileSync(join(tasks, path), "utf8");
  return {
    home,
    lines,
    read,
    write: (files) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(home, "source", path)), { recursive: true });
        writeFileSync(join(home, "source", path), content);
      }
    },
    run: async (layout, { language, path = "" } = {}) => {
      lines.length = 0;
      const announce = (line: string): void => void lines.push(line);
      const chosen = language === undefined ? {} : { language };
      return await importTasks({ layout, source: join(home, "source", path), into: tasks, announce, ...chosen });
    },
    description: (id) => JSON.parse(read(`${id}/task.json`)),
    list: (path) => {
      const entries = readdirSync(join(tasks, path), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => !entry.isDirectory());
      return files.map((entry) => join(entry.parentPath, entry.name).slice(join(tasks, path).length + 1)).sort();
    },
    check: async (id) => {
      const { variables } = loadEnvironment();
      return await checkTask(await readTask(join(tasks, id)), { variables, signal: new AbortController().signal });
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
