import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requestCategory } from "./request-category.ts";

/** Labelled requests: language, category and text, one a line. The vocabularies were made with one file in view and never with the other. */
function labelled(file: string) {
  const lines = readFileSync(join(import.meta.dirname, "fixtures", file), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [language = "", category, text = ""] = line.split("\t");
    return { language, category, text: text.replaceAll("\\n", "\n") };
  });
}

function shareRight(requests: ReturnType<typeof labelled>): number {
  return requests.filter(({ category, text }) => requestCategory(text) === category).length / requests.length;
}

describe("requestCategory", () => {
  const heldOut = labelled("requests-held-out.tsv");

  it("tells the category of at least nine in ten requests that it was not made for", () => {
    expect(heldOut.length).toBeGreaterThanOrEqual(120);
    expect(shareRight(heldOut)).toBeGreaterThanOrEqual(0.9);
  });

  it("does so in each language that has some", () => {
    for (const language of ["en", "de", "es", "fr", "zh", "ja"]) {
      const own = heldOut.filter((request) => request.language === language);
      expect(own.length).toBeGreaterThan(10);
      expect([language, shareRight(own) >= 0.85]).toEqual([language, true]);
    }
  });

  it("tells those that it was made for", () => {
    expect(shareRight(labelled("requests-tuned.tsv"))).toBeGreaterThanOrEqual(0.97);
  });

  it.each([
    ["write", "create notes.txt and run it"],
    ["code", "fix it and explain"],
    ["code", "explain the bug and fix it"],
    ["code", "why does the login fail? fix it"],
    ["code", "fix the bug, don't change the tests"],
    ["plan", "don't change anything yet: make a plan for the fix"],
    ["read", "is the loop in old.py right? Do not change anything, just explain it"],
  ])("weighs signs against each other: %s: %s", (category, text) => expect(requestCategory(text)).toBe(category));

  it.each(["", "   \n", "qwxz", "mhm", "🤷", "ħmm ġie", "Ապրես", "???"])("says all where %j tells nothing", (text) => {
    expect(["all", "respond"]).toContain(requestCategory(text));
  });

  it("says all in a language that it does not know", () => {
    expect(requestCategory("ਪਾਰਸਰ ਠੀਕ ਕਰੋ")).toBe("all");
    expect(requestCategory("gyara kuskuren da ke ciki")).toBe("all");
  });

  it("takes words for what they mean, not where they stand in names, code and links", () => {
    expect(requestCategory("explain write.py")).toBe("read");
    expect(requestCategory("show lib/update/fix.ts")).toBe("read");
    expect(requestCategory("explain this\n```sh\nrm -rf build && npm run build\n```")).toBe("read");
    expect(requestCategory("fix the parser, as [the docs](https://example.org/search) say")).toBe("code");
  });

  it("lets the first and last words decide in a long text", () => {
    const story =
      "The old shop would look up every word online, show it, find it again and run to the next page. ".repeat(20);
    expect(requestCategory(`Implement shop.py.\n\n${story}`)).toBe("code");
    expect(requestCategory(`${story}\n\nImplement this and fix the failing tests.`)).toBe("code");
  });

  it("needs no more time for a long request", () => {
    const started = performance.now();
    for (const part of [
      "fix it ",
      "a",
      "aA_/.-`",
      "修复",
      "[",
      "](",
      "`",
      "```",
      "!-",
      "\n at x:1",
      "Error",
      "don't ",
    ]) {
      requestCategory(part.repeat(Math.ceil(1_000_000 / part.length)));
    }
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
