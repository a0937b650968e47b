import { expect, it } from "vitest";
import { calledNames, functionBody, maskBody } from "./mask-body.ts";

const JS = `export class Cart {
  #lines = [];

  // Worth of all.
  subtotal() {
    // none
    if (this.#lines.length === 0) {
      return 0;
    }
    const sum = (a, b) => a + b;
    return this.#lines.reduce(sum, 0);
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
  ["subtotal", 0, 2, "    // none\n    …\n      return 0;\n    }\n    const sum = (a, b) => a + b;\n    …\n  }"],
  ["subtotal", 1, 1, "    if (this.#lines.length === 0) {\n      …\n    }\n    const sum"],
  ["subtotal", 2, 1, "    }\n    …\n    return this.#lines.reduce(sum, 0);\n  }"],
  ["size", 0, 1, "  get size() {\n    …\n  }\n}"],
  ["slug", 0, 1, "export const slug = (title) => {\n  …\n};"],
  ["send", 0, 1, "export async function send(mail) {\n  …\n}\n"],
] as const)("takes lines of %s out, part %s", (name, part, count, expected) => {
  const masked = maskBody("cart.js", JS, name, part);
  expect(masked.count).toBe(count);
  expect(masked.text).toContain(expected);
  expect(masked.text.split("\n")).toHaveLength(JS.split("\n").length);
});

it("leaves what it does not know, and calls of the name, alone", () => {
  for (const name of ["reduce", "if", "post", "Cart", "nothing"]) {
    expect(maskBody("cart.js", JS, name, 0)).toEqual({ text: JS, count: 0 });
  }
  expect(maskBody("cart.js", JS, "size", 1).count).toBe(0);
});

it("keeps a Python function's docstring", () => {
  const text =
    'def area(r):\n    """Area of a circle.\n\n    >>> area(1)\n    """\n    x = r\n\n    return x\n\ndef other():\n    return 1\n';
  expect(maskBody("a.py", text, "area", 0).text).toBe(
    'def area(r):\n    """Area of a circle.\n\n    >>> area(1)\n    """\n    …\n\n    return x\n\ndef other():\n    return 1\n',
  );
  expect(maskBody("a.py", text, "other", 0).text).toContain("def other():\n    …\n");
});

it.each([
  ["assert.equal(new Cart().add(tea, 3).subtotal(), 1350);", ["equal", "subtotal", "add", "Cart"]],
  ["assert.equal(total(add(tea)), 5)", ["equal", "total", "add"]],
  ["    at total (src/cart.js:2:19)", ["total"]],
])("ranks the calls of %s", (code, names) => expect(calledNames(code)).toEqual(names));

it("gives a body", () => {
  expect(functionBody("cart.js", JS, "size")).toBe("    return this.#lines.length;");
  expect(functionBody("cart.js", JS, "nothing")).toBe("");
});
