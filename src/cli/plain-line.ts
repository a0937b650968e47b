import { plainTerminalText } from "../lib/plain-terminal-text.ts";

/** Text from models, servers and files as one line that is safe on a terminal: no control sequences, no line ends. */
export function plainLine(text: string): string {
  return plainTerminalText(text).replace(/\s*\n\s*/g, " ");
}
