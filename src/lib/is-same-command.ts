/** Whether a command, blanks around it aside, is the project's test command or another text of it. */
export function isSameCommand(
  command: string,
  test: { readonly command: string; readonly aliases: readonly string[] } | null,
): boolean {
  return test !== null && [test.command, ...test.aliases].includes(command.trim());
}
