import type { Json } from "../types.ts";
import { behindJsonLabel } from "./behind-json-label.ts";
import { readJson } from "./read-json.ts";

/** The value of a text that is one complete JSON value, damage and a label before it allowed, and nothing else; undefined otherwise. */
export function parseWholeJson(text: string): Json | undefined {
  const start = behindJsonLabel(text);
  const reading = readJson(text, start);
  if (!reading.ok || reading.damage.includes("unclosed")) return undefined;
  if (!(start > 0 ? /^[\s`]*$/ : /^\s*$/).test(text.slice(reading.end))) return undefined;
  return reading.value;
}
