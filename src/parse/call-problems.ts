import type { MendedArguments } from "./arguments.ts";

type Misfit = Extract<MendedArguments, { readonly ok: false }>;

/** "There is no tool X", with the nearest listed names. */
export function unknownTool(name: string, nearest: readonly string[]): string {
  const instead = nearest.length > 0 ? ` The nearest are: ${nearest.join(", ")}.` : "";
  return `Not run: there is no tool "${name.slice(0, 60)}".${instead}`;
}

/** Which argument does not fit, what was expected, and one small valid call. */
export function misfit(tool: string, { field, expected, got, example }: Misfit): string {
  const call = JSON.stringify({ name: tool, arguments: example });
  return `Not run: "${field}" of ${tool}: expected ${expected}, got ${got}. A valid call: ${call}`;
}

/** The call ended in mid-air; says how to send less. */
export const CUT_OFF =
  "Not run: the call was cut off before its end. Send it again, but shorter: fewer lines at a time, or change only the lines that need it.";

/** The call's JSON broke; `near` is the text at that place. */
export function unreadable(error: string, near: string): string {
  return (
    `Not run: the call's JSON could not be read: ${error}, near ${JSON.stringify(near)}. ` +
    'Inside a string write a double quote as \\", a backslash as \\\\, a line break as \\n.'
  );
}
