import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuote } from "./shell-quote.ts";

test.each(["plain.py", "a b", "it's", "$(rm x)", "", "-n", "`a`\n"])("%j comes back unchanged from a shell", (word) => {
  expect(execFileSync("sh", ["-c", `printf %s ${shellQuote(word)}`], { encoding: "utf8" })).toBe(word);
});
