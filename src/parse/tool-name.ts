import { distance } from "fastest-levenshtein";
import { foldName } from "../lib/fold-name.ts";

/** A listed tool's name, or the listed names nearest to what was written, best first. */
export type ToolName = { readonly name: string } | { readonly name: null; readonly nearest: readonly string[] };

/** Names that models use from habit, folded, by the tool they mean. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  bash: [
    "shell",
    "run",
    "execute",
    "exec",
    "terminal",
    "sh",
    "runcommand",
    "executecommand",
    "runshellcommand",
    "runterminalcmd",
  ],
  read: ["readfile", "cat", "open", "openfile", "view", "viewfile"],
  write: ["writefile", "createfile", "create", "writetofile", "savefile"],
  edit: ["strreplace", "editfile", "replace", "strreplaceeditor", "replaceinfile", "searchreplace"],
  grep: ["search", "searchfiles", "grepsearch", "searchcode", "ripgrep", "rg"],
  list: ["ls", "listfiles", "listdir", "listdirectory", "dir"],
  glob: ["find", "findfiles", "globsearch", "filesearch"],
};

const MAX_NEAREST = 3;

/** Finds the listed tool that a written name means: the same name, the same but for case and separators, or a known alias. */
export function resolveToolName(written: string, known: readonly string[]): ToolName {
  // Some servers leave the channel's or namespace's marks on the name.
  const bare = written
    .replace(/<\|.*$/s, "")
    .replace(/^(?:functions|tools|default_api)[.:]/, "")
    // Llama 3 calls its built-in tools as methods.
    .replace(/\.call$/, "")
    .trim();
  const folded = foldName(bare);
  const name =
    known.find((tool) => tool === bare) ??
    known.find((tool) => foldName(tool) === folded) ??
    known.find((tool) => Object.hasOwn(ALIASES, tool) && ALIASES[tool]?.includes(folded));
  return name === undefined ? { name: null, nearest: nearestNames(folded, known) } : { name };
}

function nearestNames(folded: string, known: readonly string[]): string[] {
  // A long wrong name costs its length squared to compare and resembles nothing.
  const short = folded.slice(0, 40);
  return known
    .map((tool) => ({
      tool,
      far: tool.length > 0 && short.includes(foldName(tool)) ? 0 : distance(short, foldName(tool)),
    }))
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAREST)
    .map(({ tool }) => tool);
}
