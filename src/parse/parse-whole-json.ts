import type { Json } from "../types.ts";
import { readJson } from "./read-json.ts";

/** The value of a text that is one complete JSON value, damage allowed, and nothing else; undefined otherwise. */
export function parseWholeJson(text: string): Json | undefined {
  const reading = readJson(text);
  if (!reading.ok || reading.damage.includes("unclosed") || text.slice(reading.end).trim() !== "") return undefined;
  return reading.value;
}
