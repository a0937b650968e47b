import { sha256 } from "../lib/sha256.ts";
import { splitLines } from "../lib/split-lines.ts";
import type { Check, FileChange, Json, Tool } from "../types.ts";
import type { Project } from "../workspace/project.ts";

export type MemoryProject = {
  readonly project: Project;
  /** Live: what lies in the project now. */
  readonly files: Map<string, string>;
  /** A `write` tool over these files. */
  readonly write: Tool;
  readonly restore: (targets: readonly { path: string; content: string | null }[]) => Promise<readonly FileChange[]>;
  /** How often the tests ran. */
  readonly testRuns: () => number;
};

const GREEN: Check = {
  command: "npm test",
  exitCode: 0,
  timedOut: false,
  passed: 2,
  failed: [],
  firstFailure: "",
  files: [],
  durationMs: 1,
};

/** A red result with one failing test. */
export function redCheck(change: Partial<Check> = {}): Check {
  return {
    ...GREEN,
    exitCode: 1,
    passed: 1,
    failed: ["adds"],
    firstFailure: "adds: expected 2, got 3",
    files: ["test/a.test.js"],
    ...change,
  };
}

/** A project in memory whose tests are a function of its files: true = green, false = red, or a whole result; null = no test command. */
export function createMemoryProject(options: {
  readonly files: { readonly [path: string]: string };
  readonly tests?: ((files: ReadonlyMap<string, string>) => boolean | Check) | null;
  readonly related?: readonly string[];
}): MemoryProject {
  const files = new Map(Object.entries(options.files));
  const stored = new Map<string, string>();
  let runs = 0;
  const put = (path: string, content: string | null): FileChange => {
    const before = files.get(path);
    for (const text of [before, content]) if (typeof text === "string") stored.set(sha256(text), text);
    if (content === null) files.delete(path);
    else files.set(path, content);
    return {
      path,
      before: before === undefined ? null : sha256(before),
      after: content === null ? null : sha256(content),
    };
  };
  const project: Project = {
    root: "/project",
    platform: "Linux",
    list: async (limit) => [...files.keys()].sort().slice(0, limit),
    read: async (path) => {
      const text = files.get(path);
      if (text === undefined) return null;
      const total = splitLines(text).length;
      return { text, view: { path, hash: sha256(text), lines: [1, total], total } };
    },
    stored: async (hash) => stored.get(hash) ?? null,
    put: async (path, before, after) => (files.get(path) === before ? put(path, after) : null),
    testCommand: async () => (options.tests ? { command: "npm test", aliases: ["node --test"] } : null),
    runTests: async () => {
      runs += 1;
      const result = options.tests?.(files) ?? true;
      return result === true ? GREEN : result === false ? redCheck() : result;
    },
    related: async () => options.related ?? [],
    isInside: async (path) => !path.startsWith("/") && !path.includes(".."),
  };
  const restore: MemoryProject["restore"] = async (targets) =>
    targets.map(({ path, content }) => put(path, content === null ? null : (stored.get(content) ?? "")));
  return { project, files, write: writeTool(files, put), restore, testRuns: () => runs };
}

function writeTool(files: ReadonlyMap<string, string>, put: (path: string, content: string) => FileChange): Tool {
  const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
  return {
    name: "write",
    description: "Writes a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
    prepare: async (call) => {
      const path = text(call.arguments["path"]);
      return {
        call,
        kind: "change",
        paths: [path],
        changes: [{ path, before: files.get(path) ?? null, after: text(call.arguments["content"]) }],
      };
    },
    run: async (action) => {
      const change = action.changes?.[0];
      if (!change || change.before === change.after) return { ok: true, text: "unchanged" };
      return { ok: true, text: `wrote ${change.path}`, effects: { changed: [put(change.path, change.after ?? "")] } };
    },
  };
}
