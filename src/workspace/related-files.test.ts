import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { relatedFiles } from "./related-files.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "whippet-test-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

test("JavaScript and TypeScript: all forms of import, two steps deep, nearest first, each once", async () => {
  put({
    "test/cart.test.js": `import assert from "node:assert";\nimport { total,\n  first } from "../src/cart.js";\nconst p = require('../src/price');\nimport("../lib");\nexport * from "../src/cart.js";`,
    "src/cart.js": `import { tax } from "./tax.js";\nimport "./cart.js";`,
    "src/price.ts": "",
    "lib/index.js": "",
    "src/tax.ts": `import { far } from "./far.js";`,
    "src/far.js": "",
  });
  expect(await relatedFiles(root, "test/cart.test.js")).toEqual([
    "src/cart.js",
    "src/price.ts",
    "lib/index.js",
    "src/tax.ts",
  ]);
});

test("Python: plain, from, relative, packages and src", async () => {
  put({
    "tests/test_leap.py":
      "import os, leap\nfrom shop.cart import total\nfrom shop import price as p, total\nfrom . import near\nimport widget as w\n",
    "leap.py": "from shop import cart\n",
    "shop/__init__.py": "",
    "shop/cart.py": "from .tax import rate\n",
    "shop/price.py": "",
    "shop/tax.py": "",
    "tests/near.py": "",
    "src/widget.py": "",
  });
  expect(await relatedFiles(root, "tests/test_leap.py")).toEqual([
    "leap.py",
    "shop/cart.py",
    "shop/price.py",
    "shop/__init__.py",
    "tests/near.py",
    "src/widget.py",
    "shop/tax.py",
  ]);
});

test("imports that lead out of the workspace, into packages, in circles or nowhere are left out", async () => {
  put({
    "a.test.js": `import "../../etc/x.js"; import "./b.js"; import "left-pad"; import "./none.js"`,
    "b.js": `import "./a.test.js"; import "./node_modules/x.js"`,
    "node_modules/x.js": "",
  });
  expect(await relatedFiles(root, "a.test.js")).toEqual(["b.js"]);
  expect(await relatedFiles(root, "missing.test.js")).toEqual([]);
});

test("a huge file of near-imports does not hang the search", async () => {
  put({
    "a.test.js": `import ${" ".repeat(200_000)}("./b.js`,
    "b.test.py": `from ${".".repeat(100_000)} import ${"a, ".repeat(20_000)}`,
  });
  const started = Date.now();
  await relatedFiles(root, "a.test.js");
  await relatedFiles(root, "b.test.py");
  expect(Date.now() - started).toBeLessThan(2_000);
});
