/** Set for every command: nobody is there to answer an editor, a pager or a password question, and colours cost tokens. */
const NON_INTERACTIVE: Readonly<Record<string, string>> = {
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "Never",
  GIT_PAGER: "cat",
  PAGER: "cat",
  MANPAGER: "cat",
  DEBIAN_FRONTEND: "noninteractive",
  NO_COLOR: "1",
  TERM: "dumb",
  // Python takes a cached file for new when time (in seconds) and size agree: an edit within a second would run the old code.
  PYTHONDONTWRITEBYTECODE: "1",
};

/** Would force colours, or make a nested test runner report to a parent that is not there. */
const LEFT_OUT: readonly string[] = ["FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "NODE_TEST_CONTEXT"];

/** The variables of a command: the user's own, made non-interactive. */
export function childEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(variables).filter(([name]) => !LEFT_OUT.includes(name));
  return { ...Object.fromEntries(kept), ...NON_INTERACTIVE };
}
