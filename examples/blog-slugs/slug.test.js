import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linksFor } from "./links.js";
import { shorten, slugify } from "./slug.js";

describe("slugify", () => {
  it("makes lower case of a single word", () => {
    assert.equal(slugify("Welcome"), "welcome");
  });

  it("drops accents", () => {
    assert.equal(slugify("Crème"), "creme");
  });

  it("joins the words of a title with hyphens", () => {
    assert.equal(slugify("How to bake good bread"), "how-to-bake-good-bread");
  });

  it("leaves no punctuation", () => {
    assert.equal(slugify("Salt, pepper & oil: the basics!"), "salt-pepper-oil-the-basics");
  });

  it("names a post that has no letters", () => {
    assert.equal(slugify("???"), "untitled");
  });
});

describe("shorten", () => {
  it("cuts between words", () => {
    assert.equal(shorten("one-two-three", 9), "one-two");
  });
});

describe("linksFor", () => {
  it("numbers titles that come again", () => {
    const posts = [
      { title: "News", date: "2024-03-01" },
      { title: "News!", date: "2025-01-09" },
    ];
    assert.deepEqual(linksFor(posts), ["/2024/news", "/2025/news-2"]);
  });
});
