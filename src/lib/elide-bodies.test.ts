import { expect, it } from "vitest";
import { calledNames, elideBodies } from "./elide-bodies.ts";

const JS = `export class Cart {
  #lines = [];

  // Worth of all.
  subtotal() {
    if (this.#lines.length === 0) {
      return 0;
    }
    return this.#lines.reduce((sum, line) => sum + line.price, 0);
  }

  get size() {
    return this.#lines.length;
  }
}

export const slug = (title) => {
  return title;
};

export async function send(mail) {
  await post(mail);
}
`;

it.each([
  ["subtotal", "  subtotal() {\n    // write this\n  }\n\n  get size() {"],
  ["size", "  get size() {\n    // write this\n  }\n}"],
  ["slug", "export const slug = (title) => {\n  // write this\n};"],
  ["send", "export async function send(mail) {\n  // write this\n}\n"],
])("takes out the body of %s and nothing else", (name, expected) => {
  const elided = elideBodies("cart.js", JS, new Set([name]));
  expect(elided.names).toEqual([name]);
  expect(elided.text).toContain(expected);
  expect(elided.text.split("\n").length).toBeLessThan(JS.split("\n").length + 1);
});

it("leaves what it does not know, and calls of the name, alone", () => {
  for (const name of ["reduce", "if", "post", "Cart", "nothing"]) {
    expect(elideBodies("cart.js", JS, new Set([name]))).toEqual({ text: JS, names: [] });
  }
});

it("keeps a Python function's docstring", () => {
  const text =
    'def area(r):\n    """Area of a circle.\n\n    >>> area(1)\n    """\n    x = r\n\n    return x\n\ndef other():\n    return 1\n';
  expect(elideBodies("a.py", text, new Set(["area"])).text).toBe(
    'def area(r):\n    """Area of a circle.\n\n    >>> area(1)\n    """\n    # write this\ndef other():\n    return 1\n',
  );
  expect(elideBodies("a.py", text, new Set(["other"])).text).toContain("def other():\n    # write this\n");
});

it.each([
  ["assert.equal(new Cart().add(tea, 3).subtotal(), 1350);", ["equal", "subtotal", "add", "Cart"]],
  ["assert.equal(total(add(tea)), 5)", ["equal", "total", "add"]],
  ["    at total (src/cart.js:2:19)", ["total"]],
])("ranks the calls of %s", (code, names) => expect(calledNames(code)).toEqual(names));
