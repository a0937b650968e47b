import { plainTerminalText } from "../../lib/plain-terminal-text.ts";

/** Foreign text as one line for a terminal: no control characters, nothing that turns the direction of writing, no halves of characters. */
export function oneLine(text: string): string {
  return plainTerminalText(text)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim();
}
