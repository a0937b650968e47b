import type { MendedArguments } from "./arguments.ts";

type Misfit = Extract<MendedArguments, { readonly ok: false }>;

/** What keeps a call from running: no such tool, arguments that do not fit, an end in mid-air, text that can't be read. */
export type ProblemKind = "unknown-tool" | "misfit" | "cut-off" | "unreadable";

/** The kind of a problem that was written here. */
export function problemKind(problem: string): ProblemKind {
  if (problem === CUT_OFF) return "cut-off";
  if (problem.startsWith(NO_TOOL)) return "unknown-tool";
  return problem.startsWith(UNREADABLE) ? "unreadable" : "misfit";
}

const NO_TOOL = "Not run: there is no tool";
const UNREADABLE = "Not run: the call could not be read";

/** "There is no tool X", with the nearest listed names. */
export function unknownTool(name: string, nearest: readonly string[]): string {
  const instead = nearest.length > 0 ? ` The nearest are: ${nearest.join(", ")}.` : "";
  return `${NO_TOOL} "${name.slice(0, 60)}".${instead}`;
}

/** Which argument does not fit, what was expected, and one small valid call. */
export function misfit(tool: string, { field, expected, got, example }: Misfit): string {
  const call = JSON.stringify({ name: tool, arguments: example });
  return `Not run: "${field}" of ${tool}: expected ${expected}, got ${got}. A valid call: ${call}`;
}

/** The call ended in mid-air; says how to send less. */
export const CUT_OFF =
  "Not run: the call was cut off before its end. Send it again, but shorter: fewer lines at a time, or change only the lines that need it.";

/** The call's text broke; `near` is the text at that place, `advice` says how to write it. */
export function unreadable(error: string, near: string, advice = JSON_ADVICE): string {
  return `${UNREADABLE}: ${error}, near ${JSON.stringify(near)}. ${advice}`;
}

const JSON_ADVICE = 'Inside a string write a double quote as \\", a backslash as \\\\, a line break as \\n.';
