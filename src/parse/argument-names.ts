import { foldName } from "../lib/fold-name.ts";

/** Argument names that mean the same, folded; a tool's schema says which of them is the right one. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["path", "file", "filename", "filepath", "targetfile", "directory", "dir", "folder", "directorypath", "dirpath"],
  ["command", "cmd", "script", "commandline", "shellcommand"],
  ["old", "oldstring", "oldtext", "oldstr", "oldcontent", "search", "find"],
  ["new", "newstring", "newtext", "newstr", "newcontent", "replace", "replacement"],
  ["content", "contents", "text", "code", "filecontent", "filetext", "filecontents"],
  ["pattern", "regex", "regexp", "query", "search", "searchterm"],
  ["pattern", "glob"],
];

/** The one name among `free` (names of the schema that no argument has taken) that `written` must mean, if there is exactly one. */
export function argumentName(written: string, free: readonly string[]): string | undefined {
  const folded = foldName(written);
  const same = free.filter((name) => foldName(name) === folded);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const meant = free.filter((name) =>
    SYNONYMS.some((group) => group.includes(folded) && group.includes(foldName(name))),
  );
  return meant.length === 1 ? meant[0] : undefined;
}
