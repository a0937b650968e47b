import { plainTerminalText } from "../lib/plain-terminal-text.ts";

/** A model's text as it goes to `out`: without control sequences to a terminal, unchanged to a file or a pipe. */
export function textFor(out: { readonly isTTY?: boolean }, text: string): string {
  return out.isTTY ? plainTerminalText(text) : text;
}
