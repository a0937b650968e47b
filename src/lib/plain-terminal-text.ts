import { stripVTControlCharacters } from "node:util";

/** Terminal output as plain text: no colours, of a line redrawn with `\r` only its last state, backspaces and other control characters applied or dropped. */
export function plainTerminalText(output: string): string {
  return stripVTControlCharacters(output)
    .split("\n")
    .map((line) => lastState(line).replace(/[^\P{Cc}\t]/gu, ""))
    .join("\n");
}

function lastState(line: string): string {
  const state = line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line;
  return state.includes("\b") ? applyBackspaces(state) : state;
}

function applyBackspaces(line: string): string {
  const kept: string[] = [];
  for (const character of line) {
    if (character === "\b") kept.pop();
    else kept.push(character);
  }
  return kept.join("");
}
