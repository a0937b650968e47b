/** Commands that only read, allowed as they stand. */
const READ_ONLY: ReadonlySet<string> = new Set([
  "pwd",
  ...["ls", "ls -l", "ls -la", "ls -al", "ls -a", "ls -R", "ls -1"],
  ...["git status", "git status --short", "git diff", "git diff --stat", "git log --oneline"],
  ...["node --version", "npm --version", "python3 --version", "python --version"],
]);
/** Commands that only read the one path behind them. */
const READ_ONE_PATH = /^(?:ls|cat|head|tail|wc -l|ls -l|ls -la)$/;
/** A command of plain words: nothing that a shell would treat in a special way. */
const PLAIN = /^[\w@%+=:,./ -]+$/;

/** The words of a simple command, or nothing where a shell would see more than words. */
export function plainWords(command: string): readonly string[] | undefined {
  const text = command.trim();
  return PLAIN.test(text) ? text.split(/ +/) : undefined;
}

/** What a command reads, where it is known to do nothing else: everything it needs (`{}`), or one path; nothing for all other commands. */
export function readOnlyCommand(command: string): { readonly path?: string } | undefined {
  const words = plainWords(command);
  if (!words) return undefined;
  if (READ_ONLY.has(words.join(" "))) return {};
  const path = words.at(-1) ?? "";
  return READ_ONE_PATH.test(words.slice(0, -1).join(" ")) && !path.startsWith("-") ? { path } : undefined;
}
