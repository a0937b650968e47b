import { randomUUID } from "node:crypto";

/** A fresh id for a tool call: nine letters and digits, which is what Mistral's chat templates insist on. */
export function newCallId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 9);
}
