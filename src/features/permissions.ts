import type { Action, Context, Feature, Refusal } from "../types.ts";
import type { Project } from "./project.ts";

/** Commands that only read, allowed as they stand. */
const READ_ONLY: ReadonlySet<string> = new Set([
  "pwd", "ls", "ls -l", "ls -la", "ls -al", "ls -a", "ls -R", "ls -1",
  "git status", "git status --short", "git diff", "git diff --stat", "git log --oneline",
  "node --version", "npm --version", "python3 --version", "python --version",
]); // biome-ignore format: a table
/** Commands that only read the one path behind them. */
const READ_ONE_PATH = /^(?:ls|cat|head|tail|wc -l|ls -l|ls -la)$/;
/** A command of plain words: nothing that a shell would treat in a special way. */
const PLAIN = /^[\w@%+=:,./ -]+$/;

/** L1: without a person to ask, only harmless commands, the project's own tests and what `--allow` names may run. */
export function createPermissions(
  project: Project,
  options: { readonly yolo: boolean; readonly allow: readonly (readonly string[])[] },
): Feature {
  return {
    name: "permissions",
    async gate(context, action) {
      if (action.command === undefined || options.yolo) return undefined;
      if (await isAllowed(action.command, project, options.allow)) return undefined;
      return (await context.confirm(`Run: ${action.command}`)) ? undefined : refusal(context, action, project);
    },
  };
}

async function isAllowed(command: string, project: Project, allow: readonly (readonly string[])[]): Promise<boolean> {
  const text = command.trim();
  const test = await project.testCommand();
  if (test && (text === test.command || test.aliases.includes(text))) return true;
  if (!PLAIN.test(text)) return false;
  const words = text.split(/ +/);
  if (allow.some((entry) => entry.length > 0 && entry.every((word, index) => words[index] === word))) return true;
  if (READ_ONLY.has(words.join(" "))) return true;
  const path = words.at(-1) ?? "";
  return READ_ONE_PATH.test(words.slice(0, -1).join(" ")) && !path.startsWith("-") && (await project.isInside(path));
}

async function refusal(_context: Context, action: Action, project: Project): Promise<Refusal> {
  const test = await project.testCommand();
  const first = (action.command ?? "").trim().split(/\s+/).slice(0, 2).join(" ");
  return {
    error: `The command "${(action.command ?? "").slice(0, 80)}" is not allowed here.`,
    hint: `Use the other tools${test ? `, or: bash {"command": "${test.command}"}` : ""}. (The person can allow it with --allow "${first}".)`,
  };
}
