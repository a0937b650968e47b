import { describe, expect, it } from "vitest";
import { namedPaths } from "./named-paths.ts";

const FILES = ["src/cart.js", "src/price.js", "test/cart.test.js", "lib/index.js", "app/index.js", "README.md"];

describe("files that a request names", () => {
  it.each([
    ["fix src/cart.js please", ["src/cart.js"]],
    ["fix `cart.js`, then price.js.", ["src/cart.js", "src/price.js"]],
    ["look at @src/cart.js:10-20 (and README.md)", ["src/cart.js", "README.md"]],
    ["./src/price.js:12 throws", ["src/price.js"]],
    ["fix index.js", []],
    ["what is a cart?", []],
  ])("%s", (text, expected) => expect(namedPaths(text, FILES).found).toEqual(expected));

  it("tells words that look like a file and are none", () => {
    expect(
      namedPaths("create hello.py and see https://x.org/a.html, e.g. version 1.5, cart.total() in Node.js", FILES)
        .missing,
    ).toEqual(["hello.py"]);
  });
});
